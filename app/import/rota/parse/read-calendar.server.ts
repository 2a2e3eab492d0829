import ICAL from "ical.js";
import { MAX_SESSION_DAYS } from "~/diary/sessions/times";
import { hashOf } from "~/platform/db/tokens";
import { addDays, daysBetween, type LondonDate, londonMoment } from "~/platform/time/london";
import { MOST_EVENTS, MOST_TITLES, REACH_DAYS, type RotaCalendar, type RotaEvent, type Unread } from "../calendar";
import { calendarLines, type EventLines } from "./lines";
import { instantOf, type Moment, momentsOf } from "./moments.server";
import { type Budget, REPEATS_BUDGET, repeatDays } from "./repeats.server";

/** Of the whole file, be they near today or not. */
const MOST_LINES = 6_000;
const DAY_MS = 86_400_000;
const MOST_TITLE = 80;

const SHORTER = "Export a shorter period, or the rota alone";
const MESSAGES = {
  "not a calendar": "Choose an .ics file. This file is not a calendar",
  "too many": `This calendar has too many events. ${SHORTER}`,
  empty: "This calendar has no events",
  far: "No event in this calendar is within two years of today",
  titles: `This calendar has more than ${MOST_TITLES} different titles. ${SHORTER}`,
};

export type ReadCalendar = { ok: true; calendar: RotaCalendar } | { ok: false; message: string };

interface Asked {
  today: LondonDate;
  /** Who asks: two users have no key in common. */
  userRef: string;
}

/** One appearance of an event. */
interface Occurrence {
  /** What its key is a hash of. */
  name: string;
  title: string;
  startAt: number;
  endAt: number;
  allDay: boolean;
  cancelled: boolean;
}

/** Reads an .ics file, whatever is in it. */
export async function readCalendar(text: string, { today, userRef }: Asked): Promise<ReadCalendar> {
  const lines = calendarLines(text, MOST_LINES);
  if (typeof lines === "string") return { ok: false, message: MESSAGES[lines] };
  if (lines.events.length === 0) return { ok: false, message: MESSAGES.empty };
  const window = { from: addDays(today, -REACH_DAYS), until: addDays(today, REACH_DAYS) };
  const unread: Unread = { faulty: 0, endless: 0, long: 0, repeats: 0, zones: 0 };
  const isCancel = lines.head.get("METHOD")?.toUpperCase() === "CANCEL";
  const found = occurrencesOf(lines.events, window, unread).map((each) => ({
    ...each,
    cancelled: each.cancelled || isCancel,
  }));
  const events = found.filter(({ cancelled }) => !cancelled);
  const gone = found.filter(({ cancelled }) => cancelled);
  const anyUnread = Object.values(unread).some((n) => n > 0);
  if (found.length === 0 && !anyUnread) return { ok: false, message: MESSAGES.far };
  if (found.length > MOST_EVENTS) return { ok: false, message: MESSAGES["too many"] };
  const titles = [...new Set(events.map(({ title }) => title))];
  if (titles.length > MOST_TITLES) return { ok: false, message: MESSAGES.titles };
  const keyOf = async ({ name }: Occurrence) => (await hashOf(`${userRef}/rota/${name}`)).slice(0, 22);
  const calendar: RotaCalendar = {
    key: (await hashOf(`${userRef}/rota-calendar/${nameOf(lines.head)}`)).slice(0, 22),
    ...daysOf(events, today),
    titles,
    events: await Promise.all(
      events.map(async (each): Promise<RotaEvent> => {
        const { startAt, endAt, allDay } = each;
        return { key: await keyOf(each), title: titles.indexOf(each.title), startAt, endAt, allDay };
      }),
    ),
    cancelled: await Promise.all(gone.map(keyOf)),
    unread,
  };
  return { ok: true, calendar };
}

/** A new version of the program that wrote it makes no other calendar. */
function nameOf(head: ReadonlyMap<string, string>): string {
  const program = head.get("PRODID")?.replace(/[\d.]+/g, "") ?? "";
  return `${program}/${head.get("X-WR-CALNAME") ?? head.get("NAME") ?? ""}`;
}

function daysOf(events: readonly Occurrence[], today: LondonDate): { first: LondonDate; last: LondonDate } {
  const days = events.map(({ startAt }) => londonMoment(startAt).date).sort();
  // Without events no day is covered.
  return { first: days[0] ?? today, last: days.at(-1) ?? addDays(today, -1) };
}

/** An event as its lines have it. */
interface Read {
  uid: string;
  title: string;
  start: Moment;
  lengthMs: number;
  /** Of a length in days and clock times, that of each of its appearances. */
  end: Moment | null;
  rule: string | undefined;
  more: Moment[];
  except: Moment[];
  /** The day of the series that it stands for. */
  instead: Moment | null;
  sequence: number;
  cancelled: boolean;
}

function occurrencesOf(
  events: readonly EventLines[],
  window: { from: LondonDate; until: LondonDate },
  unread: Unread,
): Occurrence[] {
  const read = newest(events.flatMap((lines) => readEvent(lines, window, unread)));
  const dayOf = (moment: Moment) => londonMoment(instantOf(moment)).date;
  const replaced = new Set(read.flatMap(({ uid, instead }) => (instead ? [`${uid}/${dayOf(instead)}`] : [])));
  const budget: Budget = { left: REPEATS_BUDGET };
  const found = read.flatMap((each): Occurrence[] => {
    if (each.instead) return [at(each, each.start.date, `${each.uid}/${dayOf(each.instead)}`)];
    if (each.rule === undefined && each.more.length === 0) return [at(each, each.start.date, each.uid)];
    const days = each.rule === undefined ? [each.start.date] : repeatDays(each.rule, each.start, window, budget);
    if (days === null) {
      unread.repeats += 1;
      return [];
    }
    const all = [...new Set([...days, ...each.more.map(({ date }) => date)])];
    const left = new Set(each.except.map((except) => (except.minute === null ? except.date : instantOf(except))));
    return all
      .filter((day) => !left.has(day) && !left.has(instantOf({ ...each.start, date: day })))
      .map((day) => at(each, day, `${each.uid}/${dayOf({ ...each.start, date: day })}`))
      .filter(({ name }) => !replaced.has(name));
  });
  const near = found.filter(({ startAt }) => {
    const { date } = londonMoment(startAt);
    return date >= window.from && date <= window.until;
  });
  return eachNamedOnce(near);
}

function at(read: Read, day: LondonDate, name: string): Occurrence {
  const { start, end, title, cancelled } = read;
  const startAt = instantOf({ ...start, date: day });
  // On the clock: a night that the clocks change in ends at its hour all the same.
  const endAt = end
    ? instantOf({ ...end, date: addDays(day, daysBetween(start.date, end.date)) })
    : startAt + read.lengthMs;
  const later = endAt > startAt ? endAt : startAt + read.lengthMs;
  return { name, title, startAt, endAt: later, allDay: start.minute === null, cancelled };
}

/** Of several versions of one event in a file the newest. Some programs give all events one UID: those are told apart by day. */
function newest(read: readonly Read[]): Read[] {
  const groups = new Map<string, Read[]>();
  for (const each of read) {
    const name = `${each.uid}/${each.instead ? instantOf(each.instead) : ""}`;
    const group = groups.get(name);
    if (group) group.push(each);
    else groups.set(name, [each]);
  }
  return [...groups.values()].flatMap((group) => {
    const last = Math.max(...group.map(({ sequence }) => sequence));
    const kept = group.filter(({ sequence }) => sequence === last);
    if (kept.length === 1 || kept[0]?.instead) return kept.slice(0, 1);
    return kept.map((each) => ({ ...each, uid: `${each.uid}/${each.start.date}` }));
  });
}

/** Two with one name, such as two lists on a day, get a number each. */
function eachNamedOnce(found: readonly Occurrence[]): Occurrence[] {
  const seen = new Map<string, number>();
  return found.map((each) => {
    const before = seen.get(each.name) ?? 0;
    seen.set(each.name, before + 1);
    return before === 0 ? each : { ...each, name: `${each.name}#${before}` };
  });
}

function readEvent(lines: EventLines, window: { from: LondonDate; until: LondonDate }, unread: Unread): Read[] {
  try {
    const moments = (name: string) => (lines.get(name) ?? []).flatMap(momentsOf);
    const start = moments("DTSTART")[0];
    const instead = moments("RECURRENCE-ID")[0] ?? null;
    if (!start || (instead === null && lines.has("RECURRENCE-ID"))) throw new Error("No date");
    const rule = lines.get("RRULE")?.[0];
    const isFar = start.date < window.from || start.date > window.until;
    // Counted nowhere: a calendar may hold many years.
    if (isFar && rule === undefined && !lines.has("RDATE")) return [];
    const title = titleOf(lines);
    const cancelled = /:\s*CANCELL?ED\s*$/i.test(lines.get("STATUS")?.[0] ?? "");
    const span = spanOf(lines, start, moments("DTEND")[0] ?? null);
    if (span === null && !cancelled) {
      unread.endless += 1;
      return [];
    }
    const { lengthMs, end } = span ?? { lengthMs: 60_000, end: null };
    if (lengthMs > MAX_SESSION_DAYS * DAY_MS) {
      unread.long += 1;
      return [];
    }
    if (start.zone === "unknown") unread.zones += 1;
    const uid = textOf(lines, "UID") || `${title}/${instantOf(start)}`;
    return [
      {
        ...{ uid, title, start, lengthMs, end, rule, instead, cancelled },
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

/** How long an event is; null where that is not said, or nothing. */
function spanOf(lines: EventLines, start: Moment, end: Moment | null): { lengthMs: number; end: Moment | null } | null {
  const [duration] = lines.get("DURATION") ?? [];
  if (end && (end.minute === null) !== (start.minute === null)) return null;
  if (end) {
    const lengthMs = instantOf(end) - instantOf(start);
    return lengthMs > 0 ? { lengthMs, end } : null;
  }
  if (lines.has("DTEND")) throw new Error("No end");
  if (duration !== undefined) {
    const lengthMs = ICAL.Duration.fromString(duration.slice(duration.indexOf(":") + 1).trim()).toSeconds() * 1000;
    return lengthMs > 0 ? { lengthMs, end: null } : null;
  }
  // A date alone is that whole day.
  return start.minute === null ? { lengthMs: DAY_MS, end: { ...start, date: addDays(start.date, 1) } } : null;
}

function textOf(lines: EventLines, name: string): string {
  const [line] = lines.get(name) ?? [];
  if (line === undefined) return "";
  try {
    return String(ICAL.Property.fromString(line).getFirstValue() ?? "").trim();
  } catch {
    return line.slice(line.indexOf(":") + 1).trim();
  }
}

function titleOf(lines: EventLines): string {
  const plain = textOf(lines, "SUMMARY")
    .normalize("NFC")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  return [...plain].slice(0, MOST_TITLE).join("").trim() || "No title";
}
