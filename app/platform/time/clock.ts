import { createContext } from "react-router";

/**
 * Milliseconds since the epoch (UTC) at which the request arrived: the only clock that pages and rules use.
 * `workers/app.ts` sets it.
 */
export const nowContext = createContext<number>();

/** The machine's own clock: for countdowns in the browser, where only differences matter. */
export function machineNow(): number {
  return Date.now();
}
