/**
 * Listener for `click`: follows a link to a part of the page by focus and scrolling alone. The browser's own way would be
 * a navigation to React Router, at which it forgets the last answer, and with it errors and all that was drawn from it.
 */
export function followInPage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href^='#']") : null;
  const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  const target = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (!target || isElsewhere || event.defaultPrevented) return;
  event.preventDefault();
  for (let fold = target.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  target.focus({ preventScroll: true });
  if (!target.contains(document.activeElement)) {
    // The next Tab goes on from here.
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }
  target.scrollIntoView();
}
