import { type ComponentType, type SyntheticEvent, useContext, useEffect, useRef, useState } from "react";
import { BehindContext } from "./front";

interface PageData {
  loaderData: unknown;
  actionData?: unknown;
}

/**
 * A page that dialogs are shown over, for its route's `default`. The router has data of the page in front alone: behind
 * a dialog this one goes on with what it had, and its action's answer stays as long as it does.
 */
export function behindDialogs<Props extends PageData>(View: ComponentType<Props>) {
  return function PageBehind(props: Props) {
    const { loaderData, actionData } = props;
    const behind = useContext(BehindContext);
    const [kept, setKept] = useState({ loaderData, actionData, behind });
    const isNew = loaderData !== kept.loaderData || (actionData !== undefined && actionData !== kept.actionData);
    let shown = kept;
    if (behind && !kept.behind) shown = { ...kept, behind };
    else if (!behind && (kept.behind || isNew)) {
      shown = { loaderData, actionData: actionData ?? (kept.behind ? kept.actionData : undefined), behind };
    }
    if (shown !== kept) setKept(shown);
    return <View {...props} loaderData={shown.loaderData} actionData={shown.actionData} />;
  };
}

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
