import { type ComponentType, type SyntheticEvent, useContext, useEffect, useRef, useState } from "react";
import { BehindDialogContext } from "../layout/front";

interface PageData {
  loaderData: unknown;
  actionData?: unknown;
}

/**
 * Wraps a page that dialogs are shown over, for its route's `default`. The router has data of the page in front alone:
 * behind a dialog this page keeps its data and its action's answer, and still has the answer when the dialog is closed.
 */
export function behindDialogs<Props extends PageData>(View: ComponentType<Props>) {
  return function PageBehind(props: Props) {
    const { loaderData, actionData } = props;
    const behind = useContext(BehindDialogContext);
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
  /** Id of the element that takes the focus if this one is removed. */
  heir: string;
  href: string | null;
  page: HTMLElement;
  /** Targets of the page's other links, the nearest first: the focus goes to one of them once this element is gone. */
  around: string[];
}

/**
 * Returns the focus to the link that opened a dialog over a page, or to the link in its place: after a deletion in the
 * dialog, the one that is now at its position.
 * @returns event handlers for the element around the page
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

  // By click as well: not every browser focuses a link that is pressed with a mouse.
  function note({ target, currentTarget }: SyntheticEvent<HTMLElement>): void {
    const element = (target as HTMLElement).closest<HTMLElement>("a, button, input, summary");
    if (!element) return;
    const { heir = "" } = element.dataset;
    last.current = { element, heir, href: element.getAttribute("href"), page: currentTarget, around: [] };
  }
  return { onFocusCapture: note, onClickCapture: note };
}

/** Targets of the links after it, then of those before it, each the nearest first. */
function linksAround({ element, page }: Opener): string[] {
  const links: HTMLElement[] = [...page.querySelectorAll("a")];
  const at = links.indexOf(element);
  const nearest = at === -1 ? [] : [...links.slice(at + 1), ...links.slice(0, at).reverse()];
  return nearest.map((link) => link.getAttribute("href") ?? "");
}

/**
 * The element itself, unless it was removed or now has another target: then the link with its former target, its heir,
 * or the nearest remaining link.
 */
function heirOf({ element, heir, href, page, around }: Opener): HTMLElement | null {
  if (element.isConnected && element.getAttribute("href") === href) return element;
  const links = new Map<string | null, HTMLElement>();
  for (const link of [...page.querySelectorAll("a")].reverse()) links.set(link.getAttribute("href"), link);
  const near = around.find((to) => links.has(to));
  return (href && links.get(href)) || document.getElementById(heir) || (near ? (links.get(near) ?? null) : null);
}
