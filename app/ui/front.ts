import { createContext, useSyncExternalStore } from "react";

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
