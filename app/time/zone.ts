import { fromZonedTime } from "date-fns-tz/fromZonedTime";
import { toZonedTime } from "date-fns-tz/toZonedTime";

/** The display zone of the specification (section 9). Nothing outside this folder converts between zones. */
export const ZONE = "Europe/London";

const HOUR_MS = 3_600_000;

/**
 * Milliseconds that London's clocks are ahead of UTC: the one place that asks, and asks date-fns-tz.
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
