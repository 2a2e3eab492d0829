import ICAL from "ical.js";
import { clockTime } from "~/platform/time/clock-time";
import { instantText } from "~/platform/time/instants";
import { addDays, type LondonDate, londonInstants, londonMoment } from "~/platform/time/london";
import { ZONE } from "~/platform/time/zone";

interface EventFacts {
  /** Stays the same as long as the event exists: calendar programs recognise it by this. */
  uid: string;
  title: string;
  location?: string;
  /** Instant of the last change. */
  changedAt: number;
}

/** From one instant to another, or whole days, the last one included. */
export type CalendarEvent = EventFacts &
  ({ from: number; until: number } | { firstDay: LondonDate; lastDay: LondonDate });

// A line has at most 75 octets, by RFC 5545: ical.js does not count the space that begins a folded one.
ICAL.foldLength = 74;

/**
 * London's time zone: a calendar program cannot place clock times of a zone that the file does not define. The clock
 * changes are those of British law since 1990 and, since 1996, of the European rule, which the law follows.
 */
const LONDON = [
  "BEGIN:VTIMEZONE",
  `TZID:${ZONE}`,
  ...observance("DAYLIGHT", "19900325T010000", "BST", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"),
  ...observance("STANDARD", "19901028T020000", "GMT", "RRULE:FREQ=YEARLY;UNTIL=19951022T010000Z;BYMONTH=10;BYDAY=4SU"),
  ...observance("STANDARD", "19961027T020000", "GMT", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"),
  "END:VTIMEZONE",
];

function observance(kind: "DAYLIGHT" | "STANDARD", begins: string, name: "BST" | "GMT", rule: string): string[] {
  const [from, to] = name === "BST" ? ["+0000", "+0100"] : ["+0100", "+0000"];
  const offsets = [`TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`];
  return [`BEGIN:${kind}`, `DTSTART:${begins}`, rule, ...offsets, `TZNAME:${name}`, `END:${kind}`];
}

export const CALENDAR_TYPE = "text/calendar; charset=utf-8";

/** Start of a file whose events are written one by one. */
export const CALENDAR_HEAD = linesOf([
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Daybook//Daybook//EN",
  "CALSCALE:GREGORIAN",
  "METHOD:PUBLISH",
  "NAME:Daybook",
  "X-WR-CALNAME:Daybook",
  `X-WR-TIMEZONE:${ZONE}`,
  "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
  "X-PUBLISHED-TTL:PT1H",
  ...LONDON,
]);

export const CALENDAR_FOOT = linesOf(["END:VCALENDAR"]);

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join("");
}

/** An iCalendar file (RFC 5545) of any events. */
export function calendarText(events: readonly CalendarEvent[], now: number): string {
  return CALENDAR_HEAD + events.map((event) => eventText(event, now)).join("") + CALENDAR_FOOT;
}

export function eventText(event: CalendarEvent, now: number): string {
  const properties = [
    text("uid", event.uid),
    ["dtstamp", {}, "date-time", instantText(now)],
    ["last-modified", {}, "date-time", instantText(event.changedAt)],
    ...times(event),
    text("summary", event.title),
    ...(event.location ? [text("location", event.location)] : []),
  ];
  return ICAL.stringify(["vevent", properties, []]);
}

function text(name: string, value: string) {
  return [name, {}, "text", value.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n]/gu, " ")];
}

function times(event: CalendarEvent) {
  if ("firstDay" in event) {
    const next = addDays(event.lastDay, 1);
    return [["dtstart", {}, "date", event.firstDay], ["dtend", {}, "date", next], text("transp", "TRANSPARENT")];
  }
  // A clock time that occurs twice is read as the first or the second by different programs; UTC is unambiguous.
  const isUtc = [event.from, event.until].some(happensTwice);
  const time = (name: string, at: number) =>
    isUtc ? [name, {}, "date-time", instantText(at)] : [name, { tzid: ZONE }, "date-time", onClocks(at)];
  return [time("dtstart", event.from), time("dtend", event.until)];
}

function happensTwice(instant: number): boolean {
  const { date, minute } = londonMoment(instant);
  return londonInstants(date, minute).length > 1;
}

function onClocks(instant: number): string {
  const { date, minute } = londonMoment(instant);
  return `${date}T${clockTime(minute)}:00`;
}
