/**
 * Listener for `click`: follows a link to a part of the page by focus and scrolling alone. The browser's own way would be
 * a navigation to React Router, at which it forgets the last answer, and with it errors and all that was drawn from it.
 */
export function followInPage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href^='#']") : null;
  const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || isElsewhere || event.defaultPrevented) return;
  event.preventDefault();
  const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (target) goTo(target);
}

/** The next Tab goes on from there, too. */
function goTo(target: HTMLElement): void {
  for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  // Of what takes no focus by itself.
  if (target.tabIndex < 0 && !target.hasAttribute("tabindex")) {
    target.tabIndex = -1;
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target.focus({ preventScroll: true });
  target.scrollIntoView();
}
