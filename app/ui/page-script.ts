import { createContext, useEffect, useState, useSyncExternalStore } from "react";
import { machineNow } from "~/platform/time/clock";

const never = () => () => {};

/** True once script runs the page: what it shows until then is for those without. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * Seconds that are left, counted down by script; null until script runs.
 * @param seconds left when the server answered
 * @param answer changes with each answer of the server: then it is counted anew
 */
export function useCountdown(seconds: number, answer: unknown): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    // The object alone says that the server was asked again, with the same seconds perhaps.
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
 * The nonce of the page's policy, for a script that a page writes itself. Empty in the browser, which blanks the
 * attribute as well.
 */
export const NonceContext = createContext("");
