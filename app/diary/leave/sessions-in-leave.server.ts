import { and, asc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { RequestContext } from "~/account/guard.server";
import { type FormSubmit, findEarlierSubmit, writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { SESSION_IS_LOCKED } from "~/diary/locks/locked-days.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { REACH_MS } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { ticks } from "~/platform/http/fields";
import { exemptFromQuota } from "~/platform/http/form-schemas";
import { pathTo } from "~/platform/http/path-to";
import { formatCounted, formatCountedIfAny, formatList } from "~/platform/time/counted";
import { DAY_MS } from "~/platform/time/durations";
import { londonToday } from "~/platform/time/london";
import { USUAL_SETTINGS } from "./entitlement";
import { isGranted, type LeaveSpan, type LeaveStatus } from "./kinds";
import { leaveSettingsOf, leaveYearsOf } from "./queries.server";
import { fallsInLeave } from "./rules";
import { leave } from "./table.server";
import { leaveYearOf } from "./years";

// Columns are written with their table: a statement on one table would shorten them.
const caseCount = sql.raw(
  "(SELECT count(*) FROM cases AS held WHERE held.session_ref = sessions.unique_ref AND held.user_id = sessions.user_id)",
) as SQL<number>;
/** Counts the fees of the session itself; those of its cases need no count, since their cases count already. */
const feeCount = sql.raw(
  "(SELECT count(*) FROM fees AS fee WHERE fee.session_ref = sessions.unique_ref AND fee.user_id = sessions.user_id)",
) as SQL<number>;

/** Added on both sides of UTC's midnights, which differ from London's; `sessionsInside` then compares exactly. */
const SLACK_MS = 2 * DAY_MS;

type Days = Pick<LeaveSpan, "date_start" | "date_end">;

function fallsAround({ date_start, date_end }: Days | typeof leave) {
  const midnight = (date: SQLiteColumn | string) => sql`unixepoch(${date}) * 1000`;
  return and(
    gt(sessions.start_at, sql`${midnight(date_start)} - ${REACH_MS + SLACK_MS}`),
    lt(sessions.start_at, sql`${midnight(date_end)} + ${SLACK_MS}`),
    gt(sessions.end_at, sql`${midnight(date_start)} - ${SLACK_MS}`),
  );
}

function columnsOfSession() {
  const { unique_ref, version, start_at, end_at, pa_units, recurring_uuid } = sessions;
  return {
    ...{ unique_ref, version, start_at, end_at, pa_units, recurring_uuid },
    element: sessionName(),
    locked: SESSION_IS_LOCKED.mapWith(Boolean).as("locked"),
    ...{ cases: caseCount.mapWith(Number).as("cases"), fees: feeCount.mapWith(Number).as("fees") },
  };
}

/** Query for a page's batch: the sessions around a leave of the user, first to last; see `sessionsInside`. */
export function sessionsAroundLeave(db: Database, userId: number, leaveRef: string) {
  return db
    .select(columnsOfSession())
    .from(leave)
    .innerJoin(sessions, and(eq(sessions.user_id, leave.user_id), fallsAround(leave)))
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(and(eq(leave.user_id, userId), eq(leave.unique_ref, leaveRef)))
    .orderBy(asc(sessions.start_at));
}

/** As `sessionsAroundLeave`, around days of which no leave needs to be there yet. */
function sessionsAroundDays(db: Database, userId: number, days: Days) {
  return db
    .select(columnsOfSession())
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(and(eq(sessions.user_id, userId), fallsAround(days)))
    .orderBy(asc(sessions.start_at));
}

type LeaveSession = Awaited<ReturnType<typeof sessionsAroundLeave>>[number];

/** Those of the sessions that fall in the leave. */
export function sessionsInside(span: LeaveSpan, around: readonly LeaveSession[]): LeaveSession[] {
  return around.filter(({ start_at, end_at }) => fallsInLeave({ startAt: start_at, endAt: end_at }, span));
}

/**
 * Whether a session can be removed with the leave: only one that belongs to a series and has no cases or fees. The user
 * entered any other on purpose.
 */
function isRemovable({ recurring_uuid, cases, fees }: LeaveSession): boolean {
  return recurring_uuid !== null && cases + fees === 0;
}

/** Why a session stays in the diary during a leave, such as `Stays: it has 2 cases and a fee`; null if it can be removed. */
export function formatReasonToStay(session: LeaveSession): string | null {
  const { cases, fees, locked } = session;
  if (locked) return "Stays: you locked its day. Unlock it in Reports first";
  if (isRemovable(session)) return null;
  const held = formatList(
    [formatCountedIfAny(cases, "case"), fees === 1 ? "a fee" : formatCountedIfAny(fees, "fee")].filter(Boolean),
  );
  return held ? `Stays: it has ${held}` : "Stays: it is not one of a series";
}

/** Most sessions of a form: a leave of a year may contain as many. */
const MAX_SESSIONS = 2_000;

/** The form that chooses the sessions to remove from the diary. */
export const leaveSessionsForm = exemptFromQuota(z.object({ sessions: ticks("the sessions", MAX_SESSIONS) }));

/** Value of a session in its form, with the version that the page showed: `ref.version`. */
export function markOf({ unique_ref, version }: Pick<LeaveSession, "unique_ref" | "version">): string {
  return `${unique_ref}.${version}`;
}

/**
 * Removes sessions of series from the diary. Removes none if one of them was changed, or got a case or a fee, since the
 * page showed it, or if the leave was changed since it was read. A repeat of the form gets the same answer.
 * @param marks see `markOf`
 * @returns how many were removed, and the name with which that can be undone, null when that is too long ago; or
 * "changed" when they are not as they were shown
 */
export async function removeFromLeave(
  by: Writer,
  from: LeaveSpan & { unique_ref: string; version: number },
  around: readonly LeaveSession[],
  { marks, fingerprint }: { marks: readonly string[]; fingerprint: string },
): Promise<{ removed: number; undo: string | null } | "changed"> {
  const going = sessionsInside(from, around).filter((each) => isRemovable(each) && marks.includes(markOf(each)));
  const form = { key: `${from.unique_ref}/${fingerprint}`, fingerprint };
  const written = going.length < marks.length ? await findEarlierSubmit(by, form) : await remove(by, from, going, form);
  return "undo" in written ? { removed: marks.length, undo: written.undo } : "changed";
}

function remove(
  by: Writer,
  from: { unique_ref: string; version: number },
  going: readonly LeaveSession[],
  form: FormSubmit,
) {
  const refs = going.map(({ unique_ref }) => unique_ref);
  const isOfThese = sql`session_ref IN (SELECT value FROM json_each(${JSON.stringify(refs)}))`;
  return writeChange(by, {
    message: formatCounted(going.length, "session in leave removed", "sessions in leave removed"),
    form,
    seen: [
      { part: "leave", ref: from.unique_ref, version: from.version },
      ...going.map(({ unique_ref: ref, version }) => ({ part: "sessions" as const, ref, version })),
    ],
    guards: {
      noCases: sql`NOT EXISTS (SELECT 1 FROM cases WHERE user_id = ${by.userId} AND ${isOfThese})`,
      noFees: sql`NOT EXISTS (SELECT 1 FROM fees WHERE user_id = ${by.userId} AND ${isOfThese})`,
    },
    deletes: [{ part: "sessions", refs }],
  });
}

type Kept = LeaveSpan & { status: LeaveStatus };

/**
 * Whether a change of leave may have put further sessions inside it. The user is asked about the sessions of a leave
 * only then.
 */
export function mayHaveMoreSessions(before: Kept, after: Kept): boolean {
  if (!isGranted(after)) return false;
  const names = ["date_start", "date_end", "start_part", "end_part"] as const;
  return !isGranted(before) || names.some((name) => before[name] !== after[name]);
}

/**
 * Queries for a batch before the save, whose nearest copy answers them: what `redirectAfterLeave` works with. A save of
 * leave changes nothing of it.
 */
export function queriesAroundSave({ db, userId }: Pick<RequestContext, "db" | "userId">, days: Days) {
  return [leaveSettingsOf(db, userId), leaveYearsOf(db, userId), sessionsAroundDays(db, userId, days)] as const;
}

interface SavedLeave {
  ref: string;
  leave: Kept;
  settings: Awaited<ReturnType<typeof leaveSettingsOf>>;
  years: Awaited<ReturnType<typeof leaveYearsOf>>;
  around: readonly LeaveSession[];
  /** Whether to ask about the sessions inside it. */
  asks: boolean;
}

/**
 * Where to redirect after a leave is saved, to its sessions or to its leave year, and the message to show there.
 * @param done message of the save, such as `Leave added`
 */
export function redirectAfterLeave(
  { ref, leave, settings: [settings], years, around, asks }: SavedLeave,
  done: string,
  now: number,
) {
  const { year_start } = settings ?? USUAL_SETTINGS;
  const current = leaveYearOf(londonToday(now), year_start, years).year;
  const { year } = leaveYearOf(leave.date_start, year_start, years);
  const inside = asks && isGranted(leave) ? sessionsInside(leave, around).length : 0;
  if (inside === 0) return { to: year === current ? "/leave/" : `/leave/?year=${year}`, message: done };
  const message = `${done}. ${formatCounted(inside, "session falls", "sessions fall")} in it`;
  return { to: pathTo("/leave/:leaveRef/sessions/", { leaveRef: ref }), message };
}
