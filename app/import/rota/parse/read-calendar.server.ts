import { hashOf } from "~/platform/db/tokens";
import { addDays, type LondonDate, londonMoment } from "~/platform/time/london";
import { MAX_EVENTS, MAX_TITLES, type RotaCalendar, type RotaEvent, type Unread } from "../calendar";
import { calendarLines } from "./lines";
import { type Occurrence, occurrencesOf } from "./occurrences.server";

/** Events that are further than this from today, before or after, are ignored. */
const REACH_DAYS = 750;

/** Most events of the whole file, near today or not. */
const MAX_LINES = 6_000;

const SHORTER = "Export a shorter period, or the rota alone";
const MESSAGES = {
  "not a calendar": "Choose an .ics file. This file is not a calendar",
  "too many": `This calendar has too many events. ${SHORTER}`,
  empty: "This calendar has no events",
  far: "No event in this calendar is within two years of today",
  titles: `This calendar has more than ${MAX_TITLES} different titles. ${SHORTER}`,
};

export type ReadCalendar = { ok: true; calendar: RotaCalendar } | { ok: false; message: string };

interface ReadOptions {
  today: LondonDate;
  /** The user who imports: no two users have a key in common. */
  userRef: string;
}

/** Reads an .ics file, whatever it contains. */
export async function readCalendar(text: string, { today, userRef }: ReadOptions): Promise<ReadCalendar> {
  const lines = calendarLines(text, MAX_LINES);
  if (typeof lines === "string") return { ok: false, message: MESSAGES[lines] };
  if (lines.events.length === 0) return { ok: false, message: MESSAGES.empty };
  const window = { from: addDays(today, -REACH_DAYS), until: addDays(today, REACH_DAYS) };
  const unread: Unread = { faulty: 0, endless: 0, long: 0, repeats: 0, zones: 0 };
  const isCancel = lines.head.get("METHOD")?.toUpperCase() === "CANCEL";
  const found = occurrencesOf(lines, window, unread).map((each) => ({
    ...each,
    cancelled: each.cancelled ?? (isCancel ? "status" : null),
  }));
  const events = found.filter(({ cancelled }) => cancelled === null);
  const gone = found.filter(({ cancelled }) => cancelled !== null);
  const anyUnread = Object.values(unread).some((n) => n > 0);
  if (found.length === 0 && !anyUnread) return { ok: false, message: MESSAGES.far };
  if (found.length > MAX_EVENTS) return { ok: false, message: MESSAGES["too many"] };
  const titles = [...new Set(events.map(({ title }) => title))];
  if (titles.length > MAX_TITLES) return { ok: false, message: MESSAGES.titles };
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
    cancelled: await Promise.all(
      gone.map(async (each) => {
        return { key: await keyOf(each), startAt: each.startAt, byTitle: each.cancelled === "title" };
      }),
    ),
    unread,
  };
  return { ok: true, calendar };
}

/**
 * Name of a calendar. Version numbers are removed, so that a new version of the program that wrote it makes no
 * difference.
 */
function nameOf(head: ReadonlyMap<string, string>): string {
  const program = head.get("PRODID")?.replace(/[\d.]+/g, "") ?? "";
  return `${program}/${head.get("X-WR-CALNAME") ?? head.get("NAME") ?? ""}`;
}

function daysOf(events: readonly Occurrence[], today: LondonDate): { first: LondonDate; last: LondonDate } {
  const days = events.map(({ startAt }) => londonMoment(startAt).date).sort();
  // Without events no day is covered.
  return { first: days[0] ?? today, last: days.at(-1) ?? addDays(today, -1) };
}
