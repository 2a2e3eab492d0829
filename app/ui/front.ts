import { createContext, useSyncExternalStore } from "react";
import type { Location, UIMatch } from "react-router";

/** True for a page behind a dialog: another page sets the title then. */
export const BehindContext = createContext(false);

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

interface Place {
  /** Key under which the scroll position of the page behind is kept. */
  key: string;
  /** Location key at which the page behind was last in front. */
  at: string;
  covered: boolean;
}

let place: Place | null = null;

/** Notes that a page that dialogs may be shown over is in front. After a dialog it keeps the key of its position. */
export function showPlace(locationKey: string): void {
  place = { key: place?.covered ? place.key : locationKey, at: locationKey, covered: false };
}

/** Notes that a dialog is shown over it. */
export function coverPlace(): void {
  if (place) place.covered = true;
}

/** Notes that the frame was unmounted, and the page behind with it. */
export function leavePlace(): void {
  place = null;
}

/** The key of ScrollRestoration: a page keeps its position while dialogs open and close over it. */
export function placeKey(location: Location, matches: UIMatch[]): string {
  const handles = matches.map(({ handle }) => handle as FramedHandle | undefined);
  if (!place || !handles.some((handle) => handle?.frame)) return location.key;
  const inFront = handles.at(-1)?.behind === true;
  return !inFront || place.covered || location.key === place.at ? place.key : location.key;
}
