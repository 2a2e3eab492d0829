import { createContext, useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
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
 * although the page's data bring a new idempotency key; so does one that is still at its place in the history, whose data
 * came again because Back was taken back by Forward.
 */
export function useFormKey(idempotencyKey: string, cameBack: boolean): string {
  const { key: place } = useLocation();
  const [last, setLast] = useState({ seen: idempotencyKey, key: idempotencyKey, place });
  if (last.seen === idempotencyKey && last.place === place) return last.key;
  const isSame = cameBack || last.seen === idempotencyKey || last.place === place;
  const key = isSame ? last.key : idempotencyKey;
  setLast({ seen: idempotencyKey, key, place });
  return key;
}

/**
 * Nonce of the page's content security policy, for an inline script. Empty in the browser, which blanks the attribute
 * as well.
 */
export const NonceContext = createContext("");
