import { useSyncExternalStore } from "react";

/** What waits for a connection: a form, a page, or the page that was to come after a form. */
export type Waiting = "form" | "page" | "next";

/** By route: what its loader or action gave, or threw. */
export type Results = Record<string, { type: string; result: unknown }>;

type Guard = (args: { request: Request }, next: () => Promise<Results>) => Promise<void>;

/** Small, for every page loads it: what is done without a connection comes after the page. */
export const connection: {
  /** Around every load and every form that script sends. */
  guard?: Guard;
  waiting: Waiting | null;
  /** The form that went last, and the button that sent it. */
  sent?: { form: HTMLFormElement; submitter: HTMLElement | null };
  /** The last form that was answered came back, with faults or with a row more: it is not saved. */
  cameBack?: boolean;
} = { waiting: null };

/** Of the window, when `waiting` changed. */
export const WAITING = "waiting";

function subscribe(listener: () => void): () => void {
  addEventListener(WAITING, listener);
  return () => removeEventListener(WAITING, listener);
}

export function useWaiting(): Waiting | null {
  return useSyncExternalStore(
    subscribe,
    () => connection.waiting,
    () => null,
  );
}
