import { type SyntheticEvent, useEffect, useRef } from "react";

interface Opener {
  element: HTMLElement;
  /** Id of what takes the focus when it is gone for good. */
  heir: string;
  href: string | null;
  page: HTMLElement;
  /** Where other links of the page lead, the nearest first: what stands there once it is gone. */
  around: string[];
}

/**
 * Gives the focus back to the link of a page that opened a dialog over it, or to the link that took its place: of what
 * was deleted in the dialog the one that stands there now, so that nobody loses their place.
 * @returns what the element around the page must listen to.
 */
export function useReturnOfFocus(covered: boolean) {
  const last = useRef<Opener | null>(null);
  const wasCovered = useRef(covered);

  useEffect(() => {
    const isBack = wasCovered.current && !covered;
    wasCovered.current = covered;
    if (covered && last.current) last.current.around = linksAround(last.current);
    if (!isBack || !last.current) return;
    (heirOf(last.current) ?? document.getElementById("content"))?.focus({ preventScroll: true });
  }, [covered]);

  // By click as well: not every browser gives the focus to a link that is pressed with a mouse.
  function note({ target, currentTarget }: SyntheticEvent<HTMLElement>): void {
    const element = (target as HTMLElement).closest<HTMLElement>("a, button, input, summary");
    if (!element) return;
    const { heir = "" } = element.dataset;
    last.current = { element, heir, href: element.getAttribute("href"), page: currentTarget, around: [] };
  }
  return { onFocusCapture: note, onClickCapture: note };
}

/** Those after it, then those before it. */
function linksAround({ element, page }: Opener): string[] {
  const links: HTMLElement[] = [...page.querySelectorAll("a")];
  const at = links.indexOf(element);
  const nearest = at === -1 ? [] : [...links.slice(at + 1), ...links.slice(0, at).reverse()];
  return nearest.map((link) => link.getAttribute("href") ?? "");
}

/**
 * The element itself, unless it went or now leads elsewhere: then the one that leads where it did, its heir, or the
 * nearest link that is left.
 */
function heirOf({ element, heir, href, page, around }: Opener): HTMLElement | null {
  if (element.isConnected && element.getAttribute("href") === href) return element;
  const links = new Map<string | null, HTMLElement>();
  for (const link of [...page.querySelectorAll("a")].reverse()) links.set(link.getAttribute("href"), link);
  const near = around.find((to) => links.has(to));
  return (href && links.get(href)) || document.getElementById(heir) || (near ? (links.get(near) ?? null) : null);
}
