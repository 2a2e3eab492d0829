/** The lines of one event, unfolded: only those that Daybook reads. */
export type EventLines = ReadonlyMap<string, readonly string[]>;

interface CalendarLines {
  /** Lines of the calendar itself. */
  head: ReadonlyMap<string, string>;
  events: EventLines[];
}

const OF_EVENT = new Set(
  "UID DTSTART DTEND DURATION SUMMARY STATUS RECURRENCE-ID RRULE EXDATE RDATE SEQUENCE".split(" "),
);
const OF_CALENDAR = new Set("PRODID X-WR-CALNAME NAME METHOD".split(" "));
/** Longer lines are cut: no title is so long, and neither is a list of excluded days. */
const MAX_LINE = 20_000;

/**
 * Reads the events of an .ics file, line by line. Descriptions, guests, alarms and time zones are skipped, so that
 * errors in them do not matter.
 * @returns "not a calendar" if the text is none, "too many" if it has more events than `most`
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
      head.set(upper, lineValue(line));
    }
  }
  return isCalendar ? { head, events } : "not a calendar";
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
