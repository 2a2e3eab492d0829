import { createContext } from "react-router";

/**
 * Milliseconds since the epoch (UTC) at which the request arrived: the only clock that a page or a rule
 * sees. `workers/app.ts` sets it.
 */
export const nowContext = createContext<number>();

/** The clock of the machine that this runs on: for what counts down in the browser, where only differences count. */
export function machineNow(): number {
  return Date.now();
}
