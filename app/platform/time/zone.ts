import { fromZonedTime } from "date-fns-tz/fromZonedTime";
import { toZonedTime } from "date-fns-tz/toZonedTime";

/** The display zone of the specification (section 9). Nothing outside this folder converts between zones. */
export const ZONE = "Europe/London";

const HOUR_MS = 3_600_000;

/**
 * Milliseconds that London's clocks are ahead of UTC, of date-fns-tz: what the server goes by.
 * @param instant on the hour: London's clocks have changed on no other
 */
export function zoneOffsetMs(instant: number): number {
  // A date whose fields in the zone of this machine are London's.
  const shown = toZonedTime(instant, ZONE);
  const wall = Date.UTC(shown.getFullYear(), shown.getMonth(), shown.getDate(), shown.getHours(), shown.getMinutes());
  // An hour that this machine's own clocks skip they cannot show: then what they do show is asked for.
  return wall - (isBesideChange(shown) ? fromZonedTime(shown, ZONE).getTime() : instant);
}

/** True where the clocks of this machine, in its own zone, changed within the hour before. */
function isBesideChange(shown: Date): boolean {
  const [year, month, day, hour] = [shown.getFullYear(), shown.getMonth(), shown.getDate(), shown.getHours()];
  return shown.getTime() - new Date(year, month, day, hour - 1, shown.getMinutes()).getTime() !== HOUR_MS;
}

const hourInLondon = /* @__PURE__ */ new Intl.DateTimeFormat("en-GB", {
  timeZone: ZONE,
  hour: "numeric",
  hourCycle: "h23",
});

/** As `zoneOffsetMs`, of the clocks that date-fns-tz asks too: the library is 2 kB, which no page needs to load. */
export function browserOffsetMs(instant: number): number {
  return ((Number(hourInLondon.format(instant)) - new Date(instant).getUTCHours() + 24) % 24) * HOUR_MS;
}

/** The one place that asks. Built for a browser, the library is left out. */
export const offsetMs = import.meta.env.SSR ? zoneOffsetMs : browserOffsetMs;
