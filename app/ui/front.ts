import { createContext, useSyncExternalStore } from "react";
import type { Location, UIMatch } from "react-router";

/** True for a page behind a dialog: another page has the title then. */
export const BehindContext = createContext(false);

let front: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Says where notices go while a dialog is open: what is behind it is neither seen nor read out. */
export function setFront(element: HTMLElement | null): void {
  front = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place for notices in the open dialog; null when none is open, and on the server. */
export function useFront(): HTMLElement | null {
  return useSyncExternalStore(
    subscribe,
    () => front,
    () => null,
  );
}

/** What a page's handle says of it to the frame that draws it. */
export interface FramedHandle {
  /** Stays in place from one of its pages to the next. */
  frame?: boolean;
  /** A page that dialogs are shown over: its component is made by `behindDialogs`. */
  behind?: boolean;
}

interface Place {
  /** Where the position of the page behind is kept. */
  key: string;
  /** Key of the last address at which the page behind was in front. */
  at: string;
  covered: boolean;
}

let place: Place | null = null;

/** A page that dialogs may be shown over is in front. Coming back from one it is still at its place. */
export function showPlace(locationKey: string): void {
  place = { key: place?.covered ? place.key : locationKey, at: locationKey, covered: false };
}

/** A dialog is shown over it. */
export function coverPlace(): void {
  if (place) place.covered = true;
}

/** The frame is gone, and the page behind with it. */
export function leavePlace(): void {
  place = null;
}

/** The key of ScrollRestoration: a page keeps its position while dialogs come and go over it. */
export function placeKey(location: Location, matches: UIMatch[]): string {
  const handles = matches.map(({ handle }) => handle as FramedHandle | undefined);
  if (!place || !handles.some((handle) => handle?.frame)) return location.key;
  const inFront = handles.at(-1)?.behind === true;
  return !inFront || place.covered || location.key === place.at ? place.key : location.key;
}
