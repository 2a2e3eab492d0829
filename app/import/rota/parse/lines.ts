/** The lines of one event, unfolded: only those that Daybook reads. */
export type EventLines = ReadonlyMap<string, readonly string[]>;

export interface CalendarLines {
  /** Lines of the calendar itself. */
  head: ReadonlyMap<string, string>;
  events: EventLines[];
  /** Its time zones, each as text that a parser can read. */
  zones: string[];
}

const OF_EVENT = new Set(
  "UID DTSTART DTEND DURATION SUMMARY STATUS TRANSP RECURRENCE-ID RRULE EXDATE RDATE SEQUENCE".split(" "),
);
const OF_ZONE = new Set("TZID DTSTART TZOFFSETFROM TZOFFSETTO RRULE RDATE".split(" "));
const PARTS_OF_ZONE = new Set(["VTIMEZONE", "STANDARD", "DAYLIGHT"]);
const OF_CALENDAR = new Set("PRODID X-WR-CALNAME NAME METHOD".split(" "));
/** Longer lines are cut: no title is so long, and neither is a list of excluded days. */
const MAX_LINE = 20_000;

/**
 * Reads the events of an .ics file, line by line. Descriptions, guests and alarms are skipped, so that errors in them
 * do not matter.
 * @returns "not a calendar" if the text is none, "too many" if it has more events than `most`
 */
export function calendarLines(text: string, most: number): CalendarLines | "not a calendar" | "too many" {
  const head = new Map<string, string>();
  const events: EventLines[] = [];
  const zones: string[] = [];
  const open: string[] = [];
  let event = new Map<string, string[]>();
  let zone: string[] = [];
  let isCalendar = false;
  for (const line of unfolded(text)) {
    const [name = ""] = /^[A-Za-z-]+/.exec(line) ?? [];
    const upper = name.toUpperCase();
    if (upper === "BEGIN") {
      const what = line.slice(6).trim().toUpperCase();
      isCalendar ||= what === "VCALENDAR";
      open.push(what);
      if (what === "VEVENT") event = new Map();
      if (what === "VTIMEZONE") zone = [];
      if (PARTS_OF_ZONE.has(what)) zone.push(`BEGIN:${what}`);
    } else if (upper === "END") {
      const what = line.slice(4).trim().toUpperCase();
      const at = open.lastIndexOf(what);
      if (at !== -1) open.length = at;
      if (what === "VEVENT" && at !== -1) events.push(event);
      if (events.length > most) return "too many";
      if (PARTS_OF_ZONE.has(what)) zone.push(`END:${what}`);
      if (what === "VTIMEZONE" && at !== -1) zones.push(zone.join("\r\n"));
    } else if (PARTS_OF_ZONE.has(open.at(-1) ?? "") && OF_ZONE.has(upper)) {
      zone.push(line);
    } else if (open.at(-1) === "VEVENT" && OF_EVENT.has(upper)) {
      event.set(upper, [...(event.get(upper) ?? []), line]);
    } else if (open.at(-1) === "VCALENDAR" && OF_CALENDAR.has(upper) && !head.has(upper)) {
      head.set(upper, lineValue(line));
    }
  }
  return isCalendar ? { head, events, zones } : "not a calendar";
}

/** The value of a line whose parameters hold no colon. */
export function lineValue(line: string): string {
  return line.slice(line.indexOf(":") + 1).trim();
}

/** Undoes the folding of lines. */
function* unfolded(text: string): Generator<string> {
  let whole = "";
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/)) {
    if (/^[ \t]/.test(line)) {
      if (whole.length < MAX_LINE) whole += line.slice(1);
      continue;
    }
    yield whole;
    whole = line.slice(0, MAX_LINE);
  }
  yield whole;
}
