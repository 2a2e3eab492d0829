import { createContext } from "react-router";

/**
 * Milliseconds since the epoch (UTC) at which the request arrived: the only clock that pages and rules use.
 * `workers/app.ts` sets it. Scripts of the browser that take the clock below leave it out, and React Router with it.
 */
export const nowContext = /* @__PURE__ */ createContext<number>();

/** The machine's own clock: for countdowns in the browser, where only differences matter. */
export function machineNow(): number {
  return Date.now();
}
