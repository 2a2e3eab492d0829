import { createContext, useSyncExternalStore } from "react";
import type { Location, UIMatch } from "react-router";

/** True for a page behind a dialog: another page sets the title then. */
export const BehindDialogContext = createContext(false);

let front: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Sets where notices are shown while a dialog is open: content behind it is neither visible nor read out. */
export function setFront(element: HTMLElement | null): void {
  front = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The element for notices in the open dialog; null when none is open, and on the server. */
export function useFront(): HTMLElement | null {
  return useSyncExternalStore(
    subscribe,
    () => front,
    () => null,
  );
}

/** Properties in a page's handle for the frame that renders it. */
export interface FramedHandle {
  /** Stays mounted from one of its pages to the next. */
  frame?: boolean;
  /** A page that dialogs are shown over: its component is made by `behindDialogs`. */
  behind?: boolean;
}

interface PageBehind {
  /** Key under which the scroll position of the page behind is kept. */
  key: string;
  /** Location key at which the page behind was last in front. */
  at: string;
  covered: boolean;
}

let pageBehind: PageBehind | null = null;

/** Notes that a page that dialogs may be shown over is in front. After a dialog it keeps the key of its position. */
export function notePageShown(locationKey: string): void {
  pageBehind = { key: pageBehind?.covered ? pageBehind.key : locationKey, at: locationKey, covered: false };
}

/** Notes that a dialog is shown over it. */
export function notePageCovered(): void {
  if (pageBehind) pageBehind.covered = true;
}

/** Notes that the frame was unmounted, and the page behind with it. */
export function notePageUnmounted(): void {
  pageBehind = null;
}

/** The key of ScrollRestoration: a page keeps its position while dialogs open and close over it. */
export function scrollKey(location: Location, matches: UIMatch[]): string {
  const handles = matches.map(({ handle }) => handle as FramedHandle | undefined);
  if (!pageBehind || !handles.some((handle) => handle?.frame)) return location.key;
  const inFront = handles.at(-1)?.behind === true;
  return !inFront || pageBehind.covered || location.key === pageBehind.at ? pageBehind.key : location.key;
}
