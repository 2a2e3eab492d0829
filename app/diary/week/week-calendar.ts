import type { AsPlanned } from "~/diary/expected/as-planned";
import { type DayValues, WITHOUT_PLANS } from "~/diary/leave/day-values";
import { leaveOfWeek, type ShownLeave } from "~/diary/leave/rules";
import type { LockedPeriod } from "~/diary/locks/rules";
import { lockOf } from "~/diary/locks/rules";
import type { Category } from "~/planning/job-plans/elements";
import { showPa } from "~/planning/job-plans/pa-rules";
import type { Occurrence } from "~/planning/job-plans/schedule";
import { shownPaUnits } from "~/planning/job-plans/shown-units";
import { pathTo } from "~/platform/http/path-to";
import { clockTime } from "~/platform/time/clock-time";
import { dayOfMonth, fullDate, shortDate, weekdayName, weekHeading } from "~/platform/time/dates";
import { assignLanes, type WithLane } from "~/platform/time/lanes";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import type { DiarySession } from "../list/diary";
import { plannedPath } from "../planned/planned";
import { formatNotCounted, sumsOf, type WeeklyPlan, weekFigures, workName } from "../sessions/sums";
import { timesText } from "../sessions/times";
import {
  formatDayOff,
  instantsOf,
  isDue,
  isHoliday,
  isOff,
  type LoggedRow,
  leaveMinutesOn,
  occurrenceUnits,
  startingOn,
  type TimedElement,
  timesBetween,
  unmatchedTimes,
} from "../sessions/week-due";
import { freeHours, hoursOf } from "./free-hours";

/** A session as the calendar shows it. */
export type CalendarSession = Omit<DiarySession, "fee">;

interface CalendarInput {
  monday: LondonDate;
  now: number;
  /** By start, with those that began in the week before and end in this one. */
  sessions: readonly CalendarSession[];
  timed: readonly TimedElement[];
  plans: readonly WeeklyPlan[];
  /** Work of the week that counts as planned. */
  asPlanned?: readonly AsPlanned[];
  /** Granted leave of the week's days. */
  leave?: readonly ShownLeave[];
  /** Which of its days leave takes. */
  values?: DayValues;
  /** Planned sessions that did not happen. */
  cancelled?: readonly LoggedRow[];
  /** First lines of notes by session, for sessions that only their notes distinguish, see `alike`. */
  notes?: ReadonlyMap<string, string>;
  /** The locked periods. */
  locks?: readonly LockedPeriod[];
}

/**
 * "off": logged as one that did not happen; "missing": planned, over and not logged; "unlogged": the same on a locked day; "cancelled": planned, and did not
 * happen; "as-planned": it counts without being logged.
 */
export type BlockKind =
  | "worked"
  | "planned"
  | "missing"
  | "unlogged"
  | "off"
  | "cancelled"
  | "as-planned"
  | "holiday"
  | "leave";

export interface CalendarBlock {
  key: string;
  kind: BlockKind;
  /** null on a locked day, unless it is worked. */
  to: string | null;
  /**
   * Address of the page that logs a missing or cancelled session as planned, records that it did not happen, also of one
   * that counts as planned, or restores it; null for others.
   */
  path: string | null;
  element: string | null;
  category: Category | null;
  times: string;
  /** Distinguishes it from another session with the same name. */
  note: string | null;
  /** `from Wed 18 Nov` on the days after the first. */
  since: string | null;
  pa: string | null;
  /** Minutes since midnight of the day on which it is shown. */
  start: number;
  end: number;
}

export type PlacedBlock = WithLane<CalendarBlock>;

/** The calendar of a week: for each day what was planned, what was worked, and what is missing. */
export function weekCalendar(input: CalendarInput) {
  const { monday, now, sessions, timed, plans, leave = [], cancelled = [], notes = new Map(), locks = [] } = input;
  const { values = WITHOUT_PLANS } = input;
  const today = londonMoment(now).date;
  const occurrences = timesBetween(timed, monday, addDays(monday, 6));
  const worth = (row: TimedElement) => occurrenceUnits(row, timed);
  const days = Array.from({ length: 7 }, (_, index) => {
    const date = addDays(monday, index);
    const locked = lockOf(locks, date) !== null;
    const begun = startingOn(sessions, date);
    const due = occurrences.filter((each) => each.date === date);
    const left = unmatchedTimes(due, begun, startingOn(cancelled, date));
    const unlogged = [...left.open, ...left.cancelled];
    // A time on a bank holiday or in leave was not due, unless it was worked anyway. What counts as planned has a line of
    // the week.
    const counted = due.filter((each) => {
      const isOfWeek = each.row.counting === "as_planned" && left.open.includes(each);
      return each.row.counts_to_balance && !isOfWeek && (isDue(each, leave) || !unlogged.includes(each));
    });
    const planned = counted.reduce((units, { row }) => units + worth(row), 0);
    const sums = sumsOf(begun, plans);
    const blocks = [
      ...sessions.flatMap((session) => workedBlock(session, date, { now, locked, notes }) ?? []),
      ...unlogged.map((each) => {
        const kind = kindOf(each, { now, leave, locked, isCancelled: left.cancelled.includes(each) });
        return plannedBlock(each, worth(each.row), kind, locked);
      }),
    ];
    return {
      ...{ date, number: dayOfMonth(date), weekday: weekdayName(date), name: fullDate(date) },
      ...{ today: date === today, weekend: index > 4, locked, blocks: assignLanes(blocks) },
      // `away`: a bank holiday, and the leave of the day, in words; `off`: the part of the day that is leave.
      ...{ away: formatDayOff(timed, leave, date), off: leaveMinutesOn(leave, date) },
      // PAs of the sessions that begin on the day, and of its planned times that count.
      ...{
        work: workName(date, today),
        done: showPa(sums.done),
        beside: formatNotCounted(sums),
        planned: counted.length > 0 ? showPa(planned) : null,
      },
      difference: counted.length > 0 && date <= today ? formatDifference(sums.done, planned) : null,
    };
  });
  const blocks = days.flatMap((day) => day.blocks);
  const own = sessions.filter((session) => londonMoment(session.start_at).date >= monday);
  const hours = hoursOf(blocks);
  return {
    ...{
      monday,
      heading: weekHeading(monday),
      past: addDays(monday, 6) < today,
      leave: leaveOfWeek(leave, monday, values),
    },
    work: workName(monday, today),
    ...weekFigures(monday, own, plans, input.asPlanned),
    missing: blocks.filter(({ kind }) => kind === "missing").length,
    ...hours,
    days: days.map((day) => ({ ...day, free: day.locked ? [] : freeHours(day, hours) })),
  };
}

export type WeekCalendar = ReturnType<typeof weekCalendar>;
export type CalendarDay = WeekCalendar["days"][number];

/** Returns the sessions that begin on the same day and have the same element as another. */
export function alike<Session extends { start_at: number; element_ref: string | null }>(
  sessions: readonly Session[],
): Session[] {
  const names = sessions.map(({ start_at, element_ref }) => `${londonMoment(start_at).date}/${element_ref}`);
  return sessions.filter((_, at) => names.some((name, other) => other !== at && name === names[at]));
}

/** The block of a session on one of its days; null on other days. */
function workedBlock(
  session: CalendarSession,
  date: LondonDate,
  { now, locked, notes }: { now: number; locked: boolean; notes: ReadonlyMap<string, string> },
): CalendarBlock | null {
  const [midnight, next] = [londonInstant(date), londonInstant(addDays(date, 1))];
  if (session.start_at >= next || session.end_at <= midnight) return null;
  const first = londonMoment(session.start_at);
  const last = londonMoment(session.end_at);
  const begins = first.date === date;
  const { times } = timesText({ startAt: session.start_at, endAt: session.end_at });
  const { unique_ref: sessionRef, outcome = "held" } = session;
  const mayBeOff = outcome === "held" && session.start_at > now && begins && !locked;
  return {
    ...{
      key: sessionRef,
      kind: outcome === "held" ? "worked" : "off",
      to: `${pathTo("/logbook/session/:sessionRef/", { sessionRef })}?view=week`,
      // Of one that is over its own page asks.
      path: mayBeOff ? `${pathTo("/logbook/session/:sessionRef/outcome/", { sessionRef })}?view=week` : null,
    },
    ...{ element: session.element, category: session.category },
    times: times.replace(" – ", "–"),
    note: notes.get(session.unique_ref) ?? null,
    since: begins ? null : `from ${shortDate(first.date, false)}`,
    pa: begins ? showPa(session.pa_units) : null,
    start: begins ? first.minute : 0,
    end: session.end_at >= next ? 1440 : last.minute,
  };
}

interface AsOf {
  now: number;
  leave: readonly ShownLeave[];
  locked: boolean;
  isCancelled: boolean;
}

/** The kind of block for a planned time without a session. */
function kindOf(each: Occurrence<TimedElement>, { now, leave, locked, isCancelled }: AsOf): BlockKind {
  if (isHoliday(each.row, each.date)) return "holiday";
  if (isOff(each, leave)) return "leave";
  if (isCancelled) return "cancelled";
  if (each.row.counting === "as_planned") return "as-planned";
  if (instantsOf(each).endAt > now) return "planned";
  return locked ? "unlogged" : "missing";
}

function plannedBlock(
  { row, date }: Occurrence<TimedElement>,
  units: number,
  kind: BlockKind,
  locked: boolean,
): CalendarBlock {
  const nextDay = row.end_minute <= row.start_minute;
  const [start, end] = [clockTime(row.start_minute), clockTime(row.end_minute)];
  const path = `${plannedPath(row.element_ref, date, row.start_minute)}&view=week`;
  const asked = new URLSearchParams({ date, element: row.element_ref, start, end, view: "week" });
  return {
    key: `${row.element_ref}-${row.start_minute}`,
    kind,
    to: locked ? null : kind === "cancelled" ? path : `/logbook/session/new/?${asked}`,
    path: !locked && ["planned", "missing", "cancelled", "as-planned"].includes(kind) ? path : null,
    ...{
      element: row.element,
      category: row.category,
      times: `${start}–${end}`,
      note: null,
      since: null,
      pa: showPa(units),
    },
    ...{ start: row.start_minute, end: nextDay ? 1440 : row.end_minute },
  };
}

/** `1.25 over`, `0.50 short`: of the figures that are shown; null for what is as planned. */
function formatDifference(done: number, planned: number): string | null {
  const units = shownPaUnits(done) - shownPaUnits(planned);
  return units === 0 ? null : `${showPa(Math.abs(units))} ${units > 0 ? "over" : "short"}`;
}
