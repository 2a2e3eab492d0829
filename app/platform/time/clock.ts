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

/** An instant as other programs write it: `2026-11-21T12:00:00.000Z`. */
export function isoInstant(instant: number): string {
  return new Date(instant).toISOString();
}

/** `20261121T120000Z`: an instant as calendars write it. */
export function utcTime(instant: number): string {
  return `${isoInstant(instant).slice(0, 19).replace(/[-:]/g, "")}Z`;
}
