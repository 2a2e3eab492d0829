import ICAL from "ical.js";
import { MAX_LEAVE_DAYS } from "~/diary/leave/kinds";
import { MAX_SESSION_DAYS } from "~/diary/sessions/times";
import { DAY_MS, MINUTE_MS } from "~/platform/time/durations";
import { addDays, type LondonDate } from "~/platform/time/london";
import type { Unread } from "../calendar";
import { freeTitle, isCalledOffTitle, isLeaveTitle } from "../titles";
import { type EventLines, lineValue } from "./lines";
import { instantOf, type Moment, momentsOf } from "./moments.server";
import type { FileZones } from "./zones.server";

const MAX_TITLE = 80;

/** The range of days of which a calendar is read. */
export interface Window {
  from: LondonDate;
  until: LondonDate;
}

/** An event as its lines describe it. */
export interface CalendarEvent {
  uid: string;
  title: string;
  start: Moment;
  lengthMs: number;
  /** End of an event whose length is in days and clock times, which each occurrence keeps; otherwise null. */
  end: Moment | null;
  /** Its RRULE lines. */
  rules: readonly string[];
  more: Moment[];
  except: Moment[];
  /** The day of the series whose occurrence it replaces. */
  instead: Moment | null;
  /** Whether the later days of the series follow it. */
  forLater: boolean;
  sequence: number;
  cancelled: "status" | "title" | null;
}

/**
 * Reads one event.
 * @returns an empty array if it is left out, which `unread` then counts, or is far from the window
 */
export function readEvent(lines: EventLines, zones: FileZones, window: Window, unread: Unread): CalendarEvent[] {
  try {
    const moments = (name: string) => (lines.get(name) ?? []).flatMap((line) => momentsOf(line, zones));
    const start = moments("DTSTART")[0];
    const instead = moments("RECURRENCE-ID")[0] ?? null;
    if (!start || (instead === null && lines.has("RECURRENCE-ID"))) throw new Error("No date");
    const forLater = /;RANGE="?THISANDFUTURE/i.test(lines.get("RECURRENCE-ID")?.[0] ?? "");
    const rules = lines.get("RRULE") ?? [];
    const isFar = start.date < window.from || start.date > window.until;
    // Not counted: a calendar may hold many years.
    if (isFar && rules.length === 0 && !lines.has("RDATE") && !forLater) return [];
    const named = titleOf(lines);
    const cancelled = cancelledBy(lines, named);
    // Programs mark whole days as free when nobody said so.
    const isFree = start.minute !== null && /:\s*TRANSPARENT\s*$/i.test(lines.get("TRANSP")?.[0] ?? "");
    const title = isFree ? freeTitle(named) : named;
    const span = spanOf(lines, start, moments("DTEND")[0] ?? null);
    if (span === null && cancelled === null) {
      unread.endless += 1;
      return [];
    }
    const { lengthMs, end } = span ?? { lengthMs: MINUTE_MS, end: null };
    const most = isLeaveTitle(named) ? MAX_LEAVE_DAYS : MAX_SESSION_DAYS;
    if (lengthMs > most * DAY_MS) {
      unread.long += 1;
      return [];
    }
    if (start.zone === "unknown") unread.zones += 1;
    const uid = textOf(lines, "UID") || `${named}/${instantOf(start)}`;
    return [
      {
        ...{ uid, title, start, lengthMs, end, rules, instead, forLater, cancelled },
        more: moments("RDATE").filter((moment) => moment !== null),
        except: moments("EXDATE").filter((moment) => moment !== null),
        sequence: Number.parseInt(textOf(lines, "SEQUENCE"), 10) || 0,
      },
    ];
  } catch {
    unread.faulty += 1;
    return [];
  }
}

function cancelledBy(lines: EventLines, title: string): CalendarEvent["cancelled"] {
  if (/:\s*CANCELL?ED\s*$/i.test(lines.get("STATUS")?.[0] ?? "")) return "status";
  return isCalledOffTitle(title) ? "title" : null;
}

/** Length of an event; null if it has none, or a length of zero. */
function spanOf(lines: EventLines, start: Moment, end: Moment | null): { lengthMs: number; end: Moment | null } | null {
  const [duration] = lines.get("DURATION") ?? [];
  if (end && (end.minute === null) !== (start.minute === null)) return null;
  if (end) {
    const lengthMs = instantOf(end) - instantOf(start);
    return lengthMs > 0 ? { lengthMs, end } : null;
  }
  if (lines.has("DTEND")) throw new Error("No end");
  if (duration !== undefined) {
    const lengthMs = ICAL.Duration.fromString(lineValue(duration)).toSeconds() * 1000;
    return lengthMs > 0 ? { lengthMs, end: null } : null;
  }
  // A date without a time is the whole day.
  return start.minute === null ? { lengthMs: DAY_MS, end: { ...start, date: addDays(start.date, 1) } } : null;
}

function textOf(lines: EventLines, name: string): string {
  const [line] = lines.get(name) ?? [];
  if (line === undefined) return "";
  try {
    return String(ICAL.Property.fromString(line).getFirstValue() ?? "").trim();
  } catch {
    return lineValue(line);
  }
}

function titleOf(lines: EventLines): string {
  const plain = textOf(lines, "SUMMARY")
    .normalize("NFC")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  return [...plain].slice(0, MAX_TITLE).join("").trim() || "No title";
}
