import { writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { isAsPlanned } from "~/diary/expected/as-planned";
import { leaveBetween } from "~/diary/leave/queries.server";
import { fallsInLeave, grantedLeaveOf, type ShownLeave } from "~/diary/leave/rules";
import { worthFormQueries } from "~/diary/leave/worth.server";
import { plansOfDays } from "~/diary/list/batches.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod } from "~/diary/locks/rules";
import { unchangedSinceRead } from "~/diary/sessions/around.server";
import { workKey } from "~/planning/job-plans/elements";
import { bankCalendarOf, showPa } from "~/planning/job-plans/pa-rules";
import type { Occurrence } from "~/planning/job-plans/schedule";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef, refersTo } from "~/platform/db/columns.server";
import { isPublicHoliday } from "~/platform/time/bank-holidays";
import { shortDate, weekHeading } from "~/platform/time/dates";
import { addDays, type LondonDate, londonInstant, mondayOf } from "~/platform/time/london";
import { cancellationsOfPage, startsWithin, timedElementsOfPage } from "../list/diary.server";
import { diarySpan } from "../sessions/diary-pages";
import { elementsThere, overlappingSessions, type SessionColumns } from "../sessions/queries.server";
import { inOneLine, overlapWarning, sessionSentence } from "../sessions/sentences";
import { cancellations, sessions } from "../sessions/table.server";
import { hasTimes, timesBetween, unmatchedTimes } from "../sessions/week-due";
import { columnsOf, spanOfRow } from "./plan-diary";

/**
 * Identifies a planned session: its element, the London date on which it starts, and the minute of that day; null for
 * the first that is not logged.
 */
export interface Planned {
  elementRef: string;
  date: LondonDate;
  startMinute: number | null;
}

/** Result of an action on a planned session: a message, and in `undo` what undoes it, null when nothing was changed. */
export interface Answered {
  message: string;
  undo: string | null;
  /** The day to show. */
  date: LondonDate;
}

/** State of a planned session; `none`: the plan has no such time on that day. */
export type PlannedState = "open" | "logged" | "cancelled" | "none";

type TimedRow = Awaited<ReturnType<typeof timedElementsOfPage>>[number];

/**
 * The columns with which a planned session is logged: times, site, basis and rules of the plan; null if the clocks skip
 * all of it.
 */
function plannedColumns({ row, date }: Occurrence<TimedRow>): SessionColumns | null {
  const span = spanOfRow(row, date);
  return span && columnsOf(row, { ...row, unique_ref: row.element_ref }, span);
}

/**
 * Returns a planned session as it would be logged, its state, and notes for the user. `copy` is null if the plan has no
 * such time on that day; `locked` is the locked period of the day, in words. What counts as planned without times is one
 * for all `days` of its week.
 * @returns null when no plan of the user has such an element in that week
 */
export async function plannedToLog({ db, userId }: Writer, { elementRef, date, startMinute }: Planned) {
  const day = { from: londonInstant(date), until: londonInstant(addDays(date, 1)) };
  const [timed, there, cancelled, leave, locks] = await db.batch([
    timedElementsOfPage(db, userId, diarySpan(date, 1)),
    db
      .select({
        start_at: sessions.start_at,
        element_ref: sessions.element_ref,
        category: jobPlanElements.category,
        plan_start: jobPlans.date_start,
        plan_end: jobPlans.date_end,
      })
      .from(sessions)
      .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
      .leftJoin(jobPlans, refersTo(jobPlanElements.plan_ref, jobPlans))
      .where(startsWithin(sessions, userId, day)),
    cancellationsOfPage(db, userId, day),
    leaveBetween(db, userId, date, date),
    locksOf(db, userId),
  ]);
  const locked = formatLockedPeriod(locks, date);
  const ofElement = timed.filter((row) => row.element_ref === elementRef);
  if (ofElement.length === 0) return asPlannedWeek({ db, userId }, elementRef, date);
  const due = timesBetween(ofElement, date, date);
  const left = unmatchedTimes(due, there, cancelled);
  const asked =
    startMinute === null ? (left.open[0] ?? due[0]) : due.find(({ row }) => row.start_minute === startMinute);
  const columns = asked && plannedColumns(asked);
  const days = [{ elementRef, date }];
  if (!columns) return { copy: null, state: "none" as PlannedState, notes: [], there, cancelled, locked, days };
  const { element, counting, counts_to_balance: isPlanned } = asked.row;
  const name = sessionSentence({ ...columns, element });
  const copy = { columns, name, isPlanned, isAsPlanned: counting === "as_planned" };
  const state = left.open.includes(asked) ? "open" : left.cancelled.includes(asked) ? "cancelled" : "logged";
  const notes = notesOn(date, columns, grantedLeaveOf(leave));
  return { copy, state: state as PlannedState, notes, there, cancelled, locked, days };
}

/** Why somebody may not have worked as planned: a bank holiday, or leave. */
function notesOn(date: LondonDate, { start_at, end_at, pa_rules }: SessionColumns, leave: readonly ShownLeave[]) {
  const notes = [];
  if (isPublicHoliday(date, bankCalendarOf(pa_rules))) notes.push(`${shortDate(date, false)} is a bank holiday`);
  const isAway = leave.some((each) => fallsInLeave({ startAt: start_at, endAt: end_at }, each));
  if (isAway) notes.push(`${shortDate(date, false)} is in your leave`);
  return notes;
}

/** Why an action is impossible on a day. */
export const STATE_REASONS: Readonly<Record<PlannedState, (day: string) => string>> = {
  none: (day) => `your job plan no longer has this session on ${day}`,
  open: (day) => `this session of ${day} is planned and not logged`,
  logged: (day) => `this session of ${day} is logged already`,
  cancelled: (day) => `you have said that this session of ${day} did not happen`,
};

/**
 * Logs a planned session as planned. A second call logs nothing.
 * @returns null when no plan of the user has such an element in that week
 */
export async function logPlannedSession(by: Writer, planned: Planned): Promise<Answered | null> {
  const found = await plannedToLog(by, planned);
  if (!found) return null;
  const { date } = planned;
  const { copy, state, notes, there, cancelled, days } = found;
  const day = shortDate(date);
  if (!copy || state !== "open") {
    return { message: `Nothing was logged: ${STATE_REASONS[state](day)}`, undo: null, date };
  }
  const { columns } = copy;
  const { db, userId } = by;
  const overlapping = await overlappingSessions(db, userId, columns.start_at, columns.end_at);
  const written = await writeChange(by, {
    message: `Session logged, ${day}`,
    guards: {
      missing: unchangedSinceRead(userId, sessions, days, there),
      cancelled: unchangedSinceRead(userId, cancellations, days, cancelled),
      element: elementsThere(userId, [columns]),
    },
    inserts: { sessions: [{ ...columns, unique_ref: newRef() }] },
  });
  // It was logged or cancelled, or its element deleted, since they were read: read again.
  if (written.result !== "written") return logPlannedSession(by, planned);
  const made = `Session logged: ${copy.name}, ${showPa(columns.pa_units)} PA`;
  return { message: inOneLine([made, ...notes, overlapWarning(overlapping)]), undo: written.undo, date };
}

/**
 * What an element without times counts as planned in the week of a date, as `plannedToLog` has a planned session.
 * @returns null when no plan of the user has such an element in that week
 */
async function asPlannedWeek({ db, userId }: Pick<Writer, "db" | "userId">, elementRef: string, date: LondonDate) {
  const span = diarySpan(date, 1);
  const [leave, there, cancelled, locks, ...worth] = await db.batch([
    leaveBetween(db, userId, span.bottom, span.last),
    db
      .select({ start_at: sessions.start_at, element_ref: sessions.element_ref })
      .from(sessions)
      .where(startsWithin(sessions, userId, span)),
    cancellationsOfPage(db, userId, span),
    locksOf(db, userId),
    ...worthFormQueries(db, userId, span),
  ]);
  const { plans, asPlanned } = plansOfDays(worth, { span, leave });
  const plan = plans.find(({ elements }) => elements.some(({ unique_ref }) => unique_ref === elementRef));
  const element = plan?.elements.find(({ unique_ref }) => unique_ref === elementRef);
  if (!plan || !element || !isAsPlanned(element) || hasTimes(element)) return null;
  // A plan that follows in the week goes on with it.
  const refs = new Set<string | null>(
    plans.flatMap((each) =>
      each.elements.filter((one) => workKey(each, one) === workKey(plan, element)).map((one) => one.unique_ref),
    ),
  );
  const isOwn = (each: { element_ref: string | null }) => refs.has(each.element_ref);
  const units = asPlanned.filter(isOwn).reduce((sum, each) => sum + each.units, 0);
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(mondayOf(date), day));
  const asLogged = { ...element, default_basis: "fixed" as const, default_fixed_pa_units: units };
  const columns = columnsOf(plan, asLogged, { startAt: londonInstant(date), endAt: londonInstant(addDays(date, 1)) });
  const state = there.some(isOwn) ? "logged" : cancelled.some(isOwn) ? "cancelled" : units === 0 ? "none" : "open";
  return {
    copy: { columns, name: `${element.description}, ${weekHeading(date)}`, isPlanned: true, isAsPlanned: true },
    state: state as "logged" | "cancelled" | "none" | "open",
    ...{ notes: [], there, cancelled },
    locked: formatLockedPeriod(locks, mondayOf(date), addDays(mondayOf(date), 6)),
    days: days.map((day) => ({ elementRef, date: day })),
  };
}
