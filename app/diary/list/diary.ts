import type { AsPlanned } from "~/diary/expected/as-planned";
import { caseFeesStatus, type FeeAmounts } from "~/diary/fees/rules";
import { type DayValues, WITHOUT_PLANS } from "~/diary/leave/day-values";
import { leaveOfWeek, type ShownLeave } from "~/diary/leave/rules";
import type { LockedPeriod } from "~/diary/locks/rules";
import { lockOf } from "~/diary/locks/rules";
import type { Category } from "~/planning/job-plans/elements";
import { showPa } from "~/planning/job-plans/pa-rules";
import { dayOfMonth, fullDate, weekdayName, weekHeading } from "~/platform/time/dates";
import { addDays, daysBetween, type LondonDate, londonMoment } from "~/platform/time/london";
import { type PlannedEntry, plannedOn } from "../planned/planned";
import type { DiarySpan } from "../sessions/diary-pages";
import { type Outcome, reasonName } from "../sessions/outcome";
import { isEmptyRow, mayHaveCases } from "../sessions/rules";
import {
  type CountedSession,
  formatNotCounted,
  sumsOf,
  type WeeklyPlan,
  weekFigures,
  workName,
} from "../sessions/sums";
import { timesText } from "../sessions/times";
import { formatDayOff, type LoggedRow, type TimedElement } from "../sessions/week-due";

/** A session as the diary shows it. */
export interface DiarySession extends CountedSession {
  end_at: number;
  element_ref: string | null;
  /** Left out: held. */
  outcome?: Outcome;
  unique_ref: string;
  element: string | null;
  category: Category | null;
  fee: FeeAmounts | null;
}

export interface CaseCount {
  session_ref: string;
  cases: number;
  without_asa: number;
  /** With a start, but without an end. */
  without_end: number;
  fees: readonly FeeAmounts[];
}

interface DiaryInput {
  span: DiarySpan;
  today: LondonDate;
  /** In any order. */
  sessions: readonly DiarySession[];
  counts: readonly CaseCount[];
  /** Whether there is any case in the diary, for a new one to be the same as the last. */
  hasCase?: boolean;
  plans: readonly WeeklyPlan[];
  /** Work of these weeks that counts as planned. */
  asPlanned?: readonly AsPlanned[];
  /** First line of the notes by session. */
  notes: ReadonlyMap<string, string>;
  /** Granted leave of the page's days. */
  leave?: readonly ShownLeave[];
  /** Which of its days leave takes. */
  values?: DayValues;
  /** The times of the plans that cover a day of the page. */
  timed?: readonly TimedElement[];
  /** Planned sessions that did not happen. */
  cancelled?: readonly LoggedRow[];
  /** The locked periods. */
  locks?: readonly LockedPeriod[];
}

/** One day with sessions, logged or planned, or a run of similar days without any. */
export interface DiaryRow {
  days: DiaryDay[];
  today: boolean;
  /** In the future. */
  coming: boolean;
  /** A bank holiday, and the leave of these days, in words. */
  away: string | null;
  /** In a locked period: nothing can be added to it, or changed. */
  locked: boolean;
  entries: DiaryEntry[];
  /** Planned sessions that are not logged. */
  planned: PlannedEntry[];
  /** PAs of a day with two or more sessions; null for other days. */
  total: ReturnType<typeof dayTotal>;
}

/** For how many days a session keeps its quick actions in the diary: for older ones they would only fill the page. */
const QUICK_DAYS = 7;

/** The weeks of a page, newest first, each with its days newest first. */
export function diaryWeeks(input: DiaryInput) {
  const counts = new Map(input.counts.map((count) => [count.session_ref, count]));
  const byDay = sessionsByDay(input.sessions);
  const newest = newestWithCases(input, counts);
  const weeks = daysBetween(input.span.bottom, input.span.top) / 7 + 1;
  const mondays = Array.from({ length: weeks }, (_, index) => addDays(input.span.top, -7 * index));
  return mondays.map((monday) => {
    const dates = Array.from({ length: 7 }, (_, index) => addDays(monday, 6 - index));
    const days = dates.map((date) => ({ date, sessions: latestFirst(byDay.get(date) ?? []) }));
    const rows: DiaryRow[] = [];
    for (const { date, sessions } of days) {
      const today = date === input.today;
      const away = formatDayOff(input.timed ?? [], input.leave ?? [], date);
      const locked = lockOf(input.locks ?? [], date) !== null;
      const planned = plannedOn(date, sessions, { ...input, timed: input.timed ?? [], locked });
      const before = rows.at(-1);
      const isAlike = before?.away === away && before.locked === locked;
      const joins = before && !today && !before.today && isEmptyRow(before) && isAlike;
      if (joins && sessions.length + planned.length === 0) {
        before.days.push(dayOf(date));
      } else {
        const entries = sessions.map((session) => entryOf(session, counts, newest, input));
        const total = dayTotal(sessions, input.plans);
        rows.push({ days: [dayOf(date)], today, coming: date > input.today, away, locked, entries, planned, total });
      }
    }
    return {
      monday,
      heading: weekHeading(monday),
      // All of it: its days are then not marked one by one.
      locked: rows.every(({ locked }) => locked),
      // A past week has nothing "to go".
      past: addDays(monday, 6) < input.today,
      work: workName(monday, input.today),
      // In days. In a week with leave, the PAs that it is short by mean nothing.
      leave: leaveOfWeek(input.leave ?? [], monday, input.values ?? WITHOUT_PLANS),
      ...weekFigures(
        monday,
        days.flatMap((day) => day.sessions),
        input.plans,
        input.asPlanned,
      ),
      rows,
    };
  });
}

export type DiaryWeek = ReturnType<typeof diaryWeeks>[number];

function sessionsByDay(sessions: readonly DiarySession[]): Map<LondonDate, DiarySession[]> {
  const byDay = new Map<LondonDate, DiarySession[]>();
  for (const session of sessions) {
    const { date } = londonMoment(session.start_at);
    const ofDay = byDay.get(date);
    if (ofDay) ofDay.push(session);
    else byDay.set(date, [session]);
  }
  return byDay;
}

function latestFirst(sessions: readonly DiarySession[]): DiarySession[] {
  return sessions.toSorted((a, b) => b.start_at - a.start_at);
}

/** The newest session that may have cases: the one to which the next is added. */
function newestWithCases({ sessions, today }: DiaryInput, counts: ReadonlyMap<string, CaseCount>) {
  return latestFirst(sessions).find(({ unique_ref, start_at, category, outcome = "held" }) => {
    const cases = counts.get(unique_ref)?.cases ?? 0;
    return outcome === "held" && londonMoment(start_at).date <= today && mayHaveCases({ cases, category });
  })?.unique_ref;
}

export type DiaryDay = ReturnType<typeof dayOf>;

function dayOf(date: LondonDate) {
  return { date, number: dayOfMonth(date), weekday: weekdayName(date), name: fullDate(date) };
}

function dayTotal(sessions: readonly DiarySession[], plans: readonly WeeklyPlan[]) {
  if (sessions.length < 2) return null;
  const sums = sumsOf(sessions, plans);
  return { done: showPa(sums.done), beside: formatNotCounted(sums) };
}

export type DiaryEntry = ReturnType<typeof entryOf>;

function entryOf(
  session: DiarySession,
  counts: ReadonlyMap<string, CaseCount>,
  newest: string | undefined,
  { notes, today, hasCase = false }: DiaryInput,
) {
  const { unique_ref, element, category, fee, outcome = "held" } = session;
  const count = counts.get(unique_ref);
  const cases = count?.cases ?? 0;
  const { date } = londonMoment(session.start_at);
  const isRecent = date <= today && date >= addDays(today, -QUICK_DAYS) && outcome === "held";
  return {
    ...{ unique_ref, element, category, fee },
    ...timesText({ startAt: session.start_at, endAt: session.end_at }),
    note: notes.get(unique_ref) ?? "",
    cases,
    withoutAsa: count?.without_asa ?? 0,
    withoutEnd: count?.without_end ?? 0,
    // Its own fee is in `fee`.
    caseFees: caseFeesStatus(count?.fees ?? []),
    pa: showPa(session.pa_units),
    // Its element is not in the plan's balance.
    extra: session.counts_to_balance === false,
    /** Why it did not happen. */
    reason: reasonName(outcome),
    // Held, or to come, in these days: then it may be said that it did not happen.
    mayBeOff: outcome === "held" && !count && Math.abs(daysBetween(today, date)) <= QUICK_DAYS,
    // Its quick actions are shown below it; those of others are a press away, on their pages.
    quick: isRecent && (date === today || unique_ref === newest || cases === 0),
    sameCase: isRecent && hasCase,
  };
}
