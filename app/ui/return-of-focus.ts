import { type SyntheticEvent, useEffect, useRef } from "react";

/**
 * Gives the focus back to the link of a page that opened a dialog over it, or to the link that took its place.
 * @returns what the element around the page must listen to.
 */
export function useReturnOfFocus(covered: boolean) {
  const last = useRef<{ element: HTMLElement; page: HTMLElement } | null>(null);
  const wasCovered = useRef(covered);

  useEffect(() => {
    const isBack = wasCovered.current && !covered;
    wasCovered.current = covered;
    if (!isBack || !last.current) return;
    const { element, page } = last.current;
    const target = element.isConnected ? element : twinOf(element, page);
    (target ?? document.getElementById("content"))?.focus({ preventScroll: true });
  }, [covered]);

  // By click as well: not every browser gives the focus to a link that is pressed with a mouse.
  function note({ target, currentTarget }: SyntheticEvent<HTMLElement>): void {
    const element = (target as HTMLElement).closest<HTMLElement>("a, button, input, summary");
    if (element) last.current = { element, page: currentTarget };
  }
  return { onFocusCapture: note, onClickCapture: note };
}

function twinOf(element: HTMLElement, page: HTMLElement): HTMLElement | undefined {
  const href = element.getAttribute("href");
  return href ? [...page.querySelectorAll("a")].find((link) => link.getAttribute("href") === href) : undefined;
}
