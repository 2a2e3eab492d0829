import { readDate } from "~/platform/time/dates";
import { type LondonDate, londonInstant } from "~/platform/time/london";
import { isZone, zonedInstant } from "~/platform/time/other-zones.server";
import { type Clocks, type FileZones, instantByClocks, zoneName } from "./zones.server";

/** A date of a calendar, or a clock time in a time zone. */
export interface Moment {
  date: LondonDate;
  /** Minutes since midnight on the clock; null for a whole day. */
  minute: number | null;
  zone: Zone;
}

/** `unknown`: the name is not recognised, and the time is read as London time. */
type Zone = "UTC" | "London" | "unknown" | { name: string } | { clocks: Clocks };

/** Time zones by the names that Outlook uses. */
const OF_WINDOWS: Readonly<Record<string, string>> = {
  "gmt standard time": "Europe/London",
  "greenwich standard time": "UTC",
  "coordinated universal time": "UTC",
  "w. europe standard time": "Europe/Berlin",
  "romance standard time": "Europe/Paris",
  "central europe standard time": "Europe/Budapest",
  "central european standard time": "Europe/Warsaw",
  "e. europe standard time": "Europe/Bucharest",
  "gtb standard time": "Europe/Athens",
  "fle standard time": "Europe/Kiev",
  "eastern standard time": "America/New_York",
  "india standard time": "Asia/Kolkata",
  "aus eastern standard time": "Australia/Sydney",
};

const OF_LONDON = /london|dublin|belfast|^(gb|bst)$|europe\/(jersey|guernsey|isle_of_man)$/i;

/**
 * The zone of a time: as the file describes it, otherwise by its name. A floating time, without a zone, is meant where
 * its reader is: for a rota in London.
 */
function zoneOf(tzid: string | undefined, zones?: FileZones): Zone {
  const given = zoneName(tzid ?? "");
  if (given === "") return "London";
  const described = zones?.get(given);
  if (described) return described === "London" ? "London" : { clocks: described };
  if (OF_LONDON.test(given)) return "London";
  const named = OF_WINDOWS[given.toLowerCase()] ?? given;
  if (OF_LONDON.test(named)) return "London";
  if (/^(etc\/)?(utc|gmt|zulu|uct)$/i.test(named)) return "UTC";
  // Some programs put a path before `Europe/Berlin`. Letters alone mean different zones to different programs.
  const last = /[A-Za-z_]+\/[A-Za-z_]+$/.exec(named)?.[0] ?? "";
  const name = [named, last].find((each) => each.includes("/") && isZone(each));
  return name === undefined ? "unknown" : { name };
}

const STAMP = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(?:\d{2})?(Z)?)?$/;

/** Reads one value of DTSTART and similar lines; null if it is not a real date or time from 1950 to 2099. */
export function readMoment(value: string, tzid: string | undefined, zones?: FileZones): Moment | null {
  const [, year = "", month = "", day = "", hour, minute, utc] = STAMP.exec(value.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  if (readDate(date) !== date) return null;
  if (year < "1950" || year > "2099") return null;
  if (hour === undefined) return { date, minute: null, zone: "London" };
  const [hours, minutes] = [Number(hour), Number(minute)];
  if (hours > 23 || minutes > 59) return null;
  return { date, minute: hours * 60 + minutes, zone: utc ? "UTC" : zoneOf(tzid, zones) };
}

/** Reads the values of a line as the file has them: the zone may be in quotes, with colons in its name. */
export function momentsOf(line: string, zones: FileZones): (Moment | null)[] {
  const [, tzid] = /;TZID=("[^"]*"|[^;:]*)/i.exec(line) ?? [];
  const values = line.slice(line.lastIndexOf(":") + 1).split(",");
  // A period has its end or its length after a slash.
  return values.map((value) => readMoment(value.split("/")[0] ?? "", tzid, zones));
}

/** The instant of a moment; of a whole day its midnight in London. */
export function instantOf({ date, minute, zone }: Moment): number {
  if (zone === "UTC") return zonedInstant(date, minute ?? 0, "UTC");
  if (typeof zone === "object" && "clocks" in zone) return instantByClocks(zone.clocks, date, minute ?? 0);
  if (typeof zone === "object") return zonedInstant(date, minute ?? 0, zone.name);
  return londonInstant(date, minute ?? 0);
}
