import { useSyncExternalStore } from "react";

/** What waits for a connection: a form, a page, or the page after a form; or a form that the server failed to save. */
export type Waiting = "form" | "page" | "next" | "failed";

/** What each route's loader or action returned or threw, by route. */
export type Results = Record<string, { type: string; result: unknown }>;

type Guard = (args: { request: Request }, next: () => Promise<Results>) => Promise<void>;

/**
 * State of the connection. Small, since every page loads it: the code for a lost connection is loaded after the page.
 */
export const connection: {
  /** Wraps every load and every form that script sends. */
  guard?: Guard;
  waiting: Waiting | null;
  /** Of the request that failed, where something is `failed`. */
  reference?: string | undefined;
  /** The form that was sent last, and the button that sent it. */
  sent?: { form: HTMLFormElement; submitter: HTMLElement | null };
  /** The last answered form came back, with errors or with another row: it is not saved. */
  cameBack?: boolean;
  /** The page whose form was saved last: it was not left. */
  saved?: string | undefined;
  /** It came back with all that it needs to be sent again. */
  isComplete?: boolean;
  /**
   * Where the device keeps what cannot be sent: keeps a form of one of the pages that may wait. False where it cannot, null
   * for a form of another page.
   */
  keep?: (path: string, form: FormData) => Promise<boolean | null>;
  /** A form was saved, which may have been kept before. */
  drop?: (path: string, form: FormData) => void;
} = { waiting: null };

/** Event of the window, when `waiting` changed. */
export const WAITING = "waiting";

/** Whether what was entered on this page is still unsaved, as far as the browser knows. */
export function isUnsentForm(waiting: Waiting | null): boolean {
  return waiting === "form" || waiting === "failed";
}

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
