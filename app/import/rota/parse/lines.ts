/** The lines of one event, unfolded: those alone that Daybook reads. */
export type EventLines = ReadonlyMap<string, readonly string[]>;

interface CalendarLines {
  /** Of the calendar itself. */
  head: ReadonlyMap<string, string>;
  events: EventLines[];
}

const OF_EVENT = new Set(
  "UID DTSTART DTEND DURATION SUMMARY STATUS RECURRENCE-ID RRULE EXDATE RDATE SEQUENCE".split(" "),
);
const OF_CALENDAR = new Set("PRODID X-WR-CALNAME NAME METHOD".split(" "));
/** Longer lines are cut: nobody titles an event so, and a list of days that are left out is shorter. */
const MOST_LINE = 20_000;

/**
 * The events of an .ics file, line by line. Descriptions, guests, alarms and time zones are passed over here, so that no
 * fault in them matters.
 * @returns null where the text is no calendar, or has more events than `most`
 */
export function calendarLines(text: string, most: number): CalendarLines | "not a calendar" | "too many" {
  const head = new Map<string, string>();
  const events: EventLines[] = [];
  const open: string[] = [];
  let event = new Map<string, string[]>();
  let isCalendar = false;
  for (const line of unfolded(text)) {
    const [name = ""] = /^[A-Za-z-]+/.exec(line) ?? [];
    const upper = name.toUpperCase();
    if (upper === "BEGIN") {
      const what = line.slice(6).trim().toUpperCase();
      isCalendar ||= what === "VCALENDAR";
      open.push(what);
      if (what === "VEVENT") event = new Map();
    } else if (upper === "END") {
      const what = line.slice(4).trim().toUpperCase();
      const at = open.lastIndexOf(what);
      if (at !== -1) open.length = at;
      if (what === "VEVENT" && at !== -1) events.push(event);
      if (events.length > most) return "too many";
    } else if (open.at(-1) === "VEVENT" && OF_EVENT.has(upper)) {
      event.set(upper, [...(event.get(upper) ?? []), line]);
    } else if (open.at(-1) === "VCALENDAR" && OF_CALENDAR.has(upper) && !head.has(upper)) {
      head.set(upper, line.slice(line.indexOf(":") + 1).trim());
    }
  }
  return isCalendar ? { head, events } : "not a calendar";
}

/** Lines as they were before they were folded. */
function* unfolded(text: string): Generator<string> {
  let whole = "";
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/)) {
    if (/^[ \t]/.test(line)) {
      if (whole.length < MOST_LINE) whole += line.slice(1);
      continue;
    }
    yield whole;
    whole = line.slice(0, MOST_LINE);
  }
  yield whole;
}
