import ICAL from "ical.js";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";

/** The clocks of a time zone, as a file describes them. */
export type Clocks = InstanceType<typeof ICAL.Timezone>;

/** The time zones that a file describes, by the names that it gives them. */
export type FileZones = ReadonlyMap<string, Clocks | "London">;

/** Most rules by which the clocks of a file change: a zone of today has two, one with its history a dozen. */
const MAX_RULES = 40;
const NOON = 720;

/** The name of a zone without the quotes that some programs put around it. */
export function zoneName(tzid: string): string {
  return tzid.trim().replace(/^"|"$/g, "").replaceAll("\\,", ",");
}

/**
 * Reads the time zones of a file. One that cannot be read, or changes its clocks by an odd rule, is left out.
 * @param texts see `CalendarLines`
 * @param window the days whose times matter
 */
export function fileZones(texts: readonly string[], window: { from: LondonDate; until: LondonDate }): FileZones {
  const zones = new Map<string, Clocks | "London">();
  let rules = 0;
  for (const text of texts) {
    try {
      const component = new ICAL.Component(ICAL.parse(text));
      const name = zoneName(String(component.getFirstPropertyValue("tzid") ?? ""));
      const changes = component.getAllSubcomponents();
      rules += changes.filter((change) => change.hasProperty("rrule")).length;
      if (rules > MAX_RULES) break;
      if (name === "" || changes.length === 0 || !changes.every(isUsual)) continue;
      const clocks = new ICAL.Timezone(component);
      zones.set(name, isLondon(clocks, window) ? "London" : clocks);
    } catch {
      // A zone that cannot be read is known by its name.
    }
  }
  return zones;
}

/** Whether clocks change from a date of the calendar on, once or once a year. Each such rule has dates in most years. */
function isUsual(change: InstanceType<typeof ICAL.Component>): boolean {
  if (!["dtstart", "tzoffsetfrom", "tzoffsetto"].every((name) => change.hasProperty(name))) return false;
  return change.getAllProperties("rrule").every((line) => {
    const rule = line.getFirstValue();
    if (!(rule instanceof ICAL.Recur) || rule.freq !== "YEARLY" || rule.interval !== 1) return false;
    const { BYMONTH: _, BYDAY: days = [], BYMONTHDAY: dates, ...others } = rule.parts;
    // A fifth Sunday is on no 8th: the library would look for one for 20,000 years.
    const weekday = dates ? /^[A-Z]{2}$/ : /^([+-]?[1-5])?[A-Z]{2}$/;
    const isInEachMonth = dates?.some((date) => Math.abs(Number(date)) <= 28) ?? true;
    return Object.keys(others).length === 0 && days.every((day) => weekday.test(String(day))) && isInEachMonth;
  });
}

/** Whether clocks are London's. If so, London's own rules read its times: also those that are skipped or occur twice. */
function isLondon(clocks: Clocks, { from, until }: { from: LondonDate; until: LondonDate }): boolean {
  for (let date = from; date <= until; date = addDays(date, 7)) {
    if (instantByClocks(clocks, date, NOON) !== londonInstant(date, NOON)) return false;
  }
  return true;
}

/** The instant at which clocks show `minute` (0 to 1439) on `date`. */
export function instantByClocks(clocks: Clocks, date: LondonDate, minute: number): number {
  const [year, month, day] = date.split("-").map(Number);
  const time = new ICAL.Time({ year, month, day, minute: minute % 60, hour: Math.floor(minute / 60) }, clocks);
  return time.toUnixTime() * 1000;
}
