import { fromZonedTime } from "date-fns-tz/fromZonedTime";
import { clockTime } from "./clock-time";
import type { LondonDate } from "./london";

/** Whether the platform knows a zone by this name, such as `Europe/Berlin`. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/**
 * The instant at which the clocks of another zone show `minute` (0 to 1439) on `date`.
 * @param zone see `isZone`
 */
export function zonedInstant(date: LondonDate, minute: number, zone: string): number {
  return fromZonedTime(`${date}T${clockTime(minute)}:00`, zone).getTime();
}
