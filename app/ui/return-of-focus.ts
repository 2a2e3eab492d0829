import { type SyntheticEvent, useEffect, useRef } from "react";

interface Opener {
  element: HTMLElement;
  /** Id of what takes the focus when it is gone for good. */
  heir: string;
  href: string | null;
  page: HTMLElement;
}

/**
 * Gives the focus back to the link of a page that opened a dialog over it, or to the link that took its place.
 * @returns what the element around the page must listen to.
 */
export function useReturnOfFocus(covered: boolean) {
  const last = useRef<Opener | null>(null);
  const wasCovered = useRef(covered);

  useEffect(() => {
    const isBack = wasCovered.current && !covered;
    wasCovered.current = covered;
    if (!isBack || !last.current) return;
    (heirOf(last.current) ?? document.getElementById("content"))?.focus({ preventScroll: true });
  }, [covered]);

  // By click as well: not every browser gives the focus to a link that is pressed with a mouse.
  function note({ target, currentTarget }: SyntheticEvent<HTMLElement>): void {
    const element = (target as HTMLElement).closest<HTMLElement>("a, button, input, summary");
    if (!element) return;
    const { heir = "" } = element.dataset;
    last.current = { element, heir, href: element.getAttribute("href"), page: currentTarget };
  }
  return { onFocusCapture: note, onClickCapture: note };
}

/** The element itself, unless it went or now leads elsewhere: then the one that leads where it did, else its heir. */
function heirOf({ element, heir, href, page }: Opener): HTMLElement | null {
  if (element.isConnected && element.getAttribute("href") === href) return element;
  const same = href ? [...page.querySelectorAll("a")].find((link) => link.getAttribute("href") === href) : undefined;
  return same ?? document.getElementById(heir);
}
