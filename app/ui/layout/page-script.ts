import { createContext, useEffect, useState, useSyncExternalStore } from "react";
import { machineNow } from "~/platform/time/clock";

const never = () => () => {};

/** True once script runs on the page: what is rendered until then is for users without script. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * Remaining seconds, counted down by script; null until script runs.
 * @param seconds remaining when the server answered
 * @param answer changes with each answer of the server, which restarts the countdown
 */
export function useCountdown(seconds: number, answer: unknown): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    // Only this object shows that the server answered again, perhaps with the same seconds.
    void answer;
    const end = machineNow() + seconds * 1000;
    const look = () => setLeft(Math.max(0, Math.ceil((end - machineNow()) / 1000)));
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [seconds, answer]);
  return left;
}

/**
 * React key of a form that begins anew after each save. A form that came back keeps its key, and so what is typed in it,
 * although the page's data bring a new idempotency key.
 */
export function useFormKey(idempotencyKey: string, cameBack: boolean): string {
  const [last, setLast] = useState({ seen: idempotencyKey, key: idempotencyKey });
  if (last.seen === idempotencyKey) return last.key;
  const key = cameBack ? last.key : idempotencyKey;
  setLast({ seen: idempotencyKey, key });
  return key;
}

/**
 * Nonce of the page's content security policy, for an inline script. Empty in the browser, which blanks the attribute
 * as well.
 */
export const NonceContext = createContext("");
