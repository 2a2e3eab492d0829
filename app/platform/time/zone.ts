import { fromZonedTime } from "date-fns-tz/fromZonedTime";
import { toZonedTime } from "date-fns-tz/toZonedTime";
import { HOUR_MS } from "./durations";

/** The display zone of the specification (section 9). Nothing outside this folder converts between zones. */
export const ZONE = "Europe/London";

/**
 * Milliseconds that London's clocks are ahead of UTC, from date-fns-tz; used on the server.
 * @param instant on the hour: London's clocks have never changed at any other time
 */
export function zoneOffsetMs(instant: number): number {
  // A date whose fields in this machine's zone are those of London.
  const shown = toZonedTime(instant, ZONE);
  const wall = Date.UTC(shown.getFullYear(), shown.getMonth(), shown.getDate(), shown.getHours(), shown.getMinutes());
  // This machine's clocks cannot show an hour that they skip: next to a change, the time that they do show is converted
  // back.
  return wall - (isNearClockChange(shown) ? fromZonedTime(shown, ZONE).getTime() : instant);
}

/** True if this machine's clocks, in its own zone, changed within the hour before. */
function isNearClockChange(shown: Date): boolean {
  const [year, month, day, hour] = [shown.getFullYear(), shown.getMonth(), shown.getDate(), shown.getHours()];
  return shown.getTime() - new Date(year, month, day, hour - 1, shown.getMinutes()).getTime() !== HOUR_MS;
}

const hourInLondon = /* @__PURE__ */ new Intl.DateTimeFormat("en-GB", {
  timeZone: ZONE,
  hour: "numeric",
  hourCycle: "h23",
});

/** As `zoneOffsetMs`, from Intl, which date-fns-tz uses too: pages do not need to load the 2 kB of the library. */
export function browserOffsetMs(instant: number): number {
  return ((Number(hourInLondon.format(instant)) - new Date(instant).getUTCHours() + 24) % 24) * HOUR_MS;
}

/** The only place that determines offsets. A build for browsers leaves the library out. */
export const offsetMs = import.meta.env.SSR ? zoneOffsetMs : browserOffsetMs;
