import { utcTime } from "~/platform/time/instants";
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

/** Longest line, by RFC 5545. */
const LINE_OCTETS = 75;
const utf8 = new TextEncoder();

/**
 * London's time zone: a calendar program cannot place clock times of a zone that the file does not define. The clock
 * changes are those of British law since 1990 and, since 1996, of the European rule, which the law follows.
 */
const LONDON = [
  "BEGIN:VTIMEZONE",
  `TZID:${ZONE}`,
  ...observance("DAYLIGHT", "19900325T010000", "BST", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"),
  ...observance(
    ...(["STANDARD", "19901028T020000", "GMT"] as const),
    "RRULE:FREQ=YEARLY;UNTIL=19951022T010000Z;BYMONTH=10;BYMONTHDAY=22,23,24,25,26,27,28;BYDAY=SU",
  ),
  ...observance("STANDARD", "19961027T020000", "GMT", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"),
  "END:VTIMEZONE",
];

function observance(kind: "DAYLIGHT" | "STANDARD", begins: string, name: "BST" | "GMT", rule: string): string[] {
  const [from, to] = name === "BST" ? ["+0000", "+0100"] : ["+0100", "+0000"];
  const offsets = [`TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`];
  return [`BEGIN:${kind}`, `DTSTART:${begins}`, rule, ...offsets, `TZNAME:${name}`, `END:${kind}`];
}

export const CALENDAR_TYPE = "text/calendar; charset=utf-8";

/** An iCalendar file (RFC 5545) of any events. */
export function calendarText(events: readonly CalendarEvent[], now: number): string {
  return calendarHead() + events.map((event) => eventText(event, now)).join("") + calendarFoot();
}

/** Start of a file whose events are written one by one. */
export function calendarHead(): string {
  return folded([
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
}

export function calendarFoot(): string {
  return folded(["END:VCALENDAR"]);
}

export function eventText(event: CalendarEvent, now: number): string {
  return folded([
    "BEGIN:VEVENT",
    `UID:${escaped(event.uid)}`,
    `DTSTAMP:${utcTime(now)}`,
    `LAST-MODIFIED:${utcTime(event.changedAt)}`,
    ...times(event),
    `SUMMARY:${escaped(event.title)}`,
    ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
    "END:VEVENT",
  ]);
}

function times(event: CalendarEvent): string[] {
  if ("firstDay" in event) {
    const next = addDays(event.lastDay, 1);
    return [`DTSTART;VALUE=DATE:${plain(event.firstDay)}`, `DTEND;VALUE=DATE:${plain(next)}`, "TRANSP:TRANSPARENT"];
  }
  // A clock time that occurs twice is read as the first or the second by different programs; UTC is unambiguous.
  if ([event.from, event.until].some(happensTwice)) {
    return [`DTSTART:${utcTime(event.from)}`, `DTEND:${utcTime(event.until)}`];
  }
  return [`DTSTART;TZID=${ZONE}:${clockTime(event.from)}`, `DTEND;TZID=${ZONE}:${clockTime(event.until)}`];
}

function happensTwice(instant: number): boolean {
  const { date, minute } = londonMoment(instant);
  return londonInstants(date, minute).length > 1;
}

function clockTime(instant: number): string {
  const { date, minute } = londonMoment(instant);
  return `${plain(date)}T${two(Math.floor(minute / 60))}${two(minute % 60)}00`;
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}

function plain(date: LondonDate): string {
  return date.replaceAll("-", "");
}

function escaped(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").replace(/[\\;,]/g, "\\$&");
  return lines.replaceAll("\n", "\\n").replace(/\p{Cc}/gu, " ");
}

/**
 * Folds lines to at most 75 octets: a longer one continues on the next line after a space, and no character is split.
 */
function folded(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function fold(line: string): string {
  if (utf8.encode(line).length <= LINE_OCTETS) return line;
  let text = "";
  let octets = 0;
  for (const letter of line) {
    const size = utf8.encode(letter).length;
    if (octets + size > LINE_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += letter;
    octets += size;
  }
  return text;
}
