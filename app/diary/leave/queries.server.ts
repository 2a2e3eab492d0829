import { and, asc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import { openChangeNumber } from "~/changes/table.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { jobPlans } from "~/planning/job-plans/table.server";
import {
  type DateExpression,
  elementsBetween,
  plansBetween,
  timesBetween,
  valuedPlans,
} from "~/planning/job-plans/valued-plans.server";
import { localPublicHolidaysOf } from "~/planning/public-holidays/queries.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import type { LondonDate } from "~/platform/time/london";
import { dayValuesOf } from "./day-values";
import { USUAL_SETTINGS } from "./entitlement";
import { MAX_LEAVE_DAYS } from "./kinds";
import { leave, leavePlace, leaveSettings, leaveYears } from "./table.server";
import { leaveYear, leaveYearOf } from "./years";

export type LeaveRow = typeof leave.$inferSelect;

/** Query: one leave of a user, with its notes still encrypted. */
export function leaveOf(db: Database, userId: number, leaveRef: string) {
  return db
    .select()
    .from(leave)
    .where(and(eq(leave.user_id, userId), eq(leave.unique_ref, leaveRef)));
}

/** Query for a page's batch: at most one row; without one the defaults apply. */
export function leaveSettingsOf(db: Database, userId: number) {
  return db.select().from(leaveSettings).where(eq(leaveSettings.user_id, userId));
}

/** Query for a page's batch: the entitlements of a user, first to last. */
export function leaveYearsOf(db: Database, userId: number) {
  return db.select().from(leaveYears).where(eq(leaveYears.user_id, userId)).orderBy(asc(leaveYears.year_begins));
}

/** The notes of a leave as text; empty when it has none. */
export function decryptLeaveNotes(cipher: Cipher, row: Pick<LeaveRow, "unique_ref" | "text_encrypted">) {
  return cipher.decrypt(leavePlace(row.unique_ref), row.text_encrypted);
}

const BEFORE = sql.raw(`'-${MAX_LEAVE_DAYS} days'`);

/** What is shown and counted of a leave: all but its notes. */
export const LEAVE_COLUMNS = {
  unique_ref: leave.unique_ref,
  type: leave.type,
  name: leave.name,
  date_start: leave.date_start,
  date_end: leave.date_end,
  start_part: leave.start_part,
  end_part: leave.end_part,
  status: leave.status,
  stated_pa_units: leave.stated_pa_units,
  study_cost_pence: leave.study_cost_pence,
  version: leave.version,
};

/** End of an open range for `leaveBetween`. */
export const LAST_DAY: LondonDate = "9999-12-31";

/**
 * Query for a page's batch: all leave, also cancelled, with a day from `from` to `to`, both included; first to last,
 * without notes. The lower bound of its start lets it use the index: no leave is longer than a year.
 */
export function leaveBetween(db: Database, userId: number, from: DateExpression, to: DateExpression) {
  return db
    .select(LEAVE_COLUMNS)
    .from(leave)
    .where(
      and(
        eq(leave.user_id, userId),
        gte(leave.date_start, sql`date(${from}, ${BEFORE})`),
        lte(leave.date_start, to),
        gte(leave.date_end, from),
      ),
    )
    .orderBy(asc(leave.date_start), asc(leave.created_at));
}

/** Query for a page's batch: as `leaveBetween`, for the days of a plan. */
export function leaveOfPlan(db: Database, userId: number, planRef: string) {
  return db
    .select(LEAVE_COLUMNS)
    .from(jobPlans)
    .innerJoin(
      leave,
      and(
        eq(leave.user_id, jobPlans.user_id),
        gte(leave.date_start, sql`date(${jobPlans.date_start}, ${BEFORE})`),
        lte(leave.date_start, sql`coalesce(${jobPlans.date_end}, '9999-12-31')`),
        gte(leave.date_end, jobPlans.date_start),
      ),
    )
    .where(and(eq(jobPlans.user_id, userId), eq(jobPlans.unique_ref, planRef)))
    .orderBy(asc(leave.date_start), asc(leave.created_at));
}

/** `firstHalf` of the rules, in SQL. */
function firstHalfOf(leave: string): string {
  return `(${leave}.date_start || CASE ${leave}.start_part WHEN 'pm' THEN '2' ELSE '1' END)`;
}

/** `lastHalf` of the rules, in SQL. */
function lastHalfOf(leave: string): string {
  const morning = `${leave}.end_part = 'am' OR (${leave}.date_start = ${leave}.date_end AND ${leave}.start_part = 'am')`;
  return `(${leave}.date_end || CASE WHEN ${morning} THEN '1' ELSE '2' END)`;
}

/**
 * Condition after a change: no leave that it wrote shares half a day with other leave (`sharesHalf`), unless one of them is
 * cancelled. Uses the index on the start of leave.
 */
export function noLeaveOverlaps(userId: number): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM changed_rows AS own
    JOIN leave AS off ON off.user_id = own.user_id AND off.unique_ref = own.unique_ref AND off.status <> 'cancelled'
    JOIN leave AS other ON other.user_id = own.user_id AND other.unique_ref <> off.unique_ref AND other.status <> 'cancelled'
    WHERE own.user_id = ${userId} AND own.number = ${openChangeNumber(userId)} AND own.table_name = 'leave'
      AND other.date_start BETWEEN date(off.date_start, ${BEFORE}) AND off.date_end
      AND ${sql.raw(`${firstHalfOf("other")} <= ${lastHalfOf("off")} AND ${firstHalfOf("off")} <= ${lastHalfOf("other")}`)})`;
}

/**
 * Reads a leave year with everything that its figures are calculated from, in one batch.
 * @param asked the calendar year in which it begins; null for the leave year of today
 */
export async function readLeaveYear(db: Database, userId: number, asked: number | null, today: LondonDate) {
  // The start of the leave year is read in the same batch, so these dates include any that may belong to it.
  const thisYear = Number(today.slice(0, 4));
  const from = `${(asked ?? thisYear - 2) - 2}-01-01`;
  const to = `${(asked ?? thisYear) + 1}-12-31`;
  const [[own], yearRows, leave, plans, elements, times, local, locks] = await db.batch([
    leaveSettingsOf(db, userId),
    leaveYearsOf(db, userId),
    leaveBetween(db, userId, from, to),
    plansBetween(db, userId, from, to),
    elementsBetween(db, userId, from, to),
    timesBetween(db, userId, from, to),
    localPublicHolidaysOf(db, userId),
    locksOf(db, userId),
  ]);
  const settings = own ?? USUAL_SETTINGS;
  const valued = valuedPlans(plans, elements, times);
  const current = leaveYearOf(today, settings.year_start, yearRows);
  const year = asked === null ? current : leaveYear(asked, settings.year_start, yearRows);
  const values = dayValuesOf(valued, local);
  return { settings, yearRows, leave, plans: valued, values, current, year, today, locks };
}

export type ReadLeaveYear = Awaited<ReturnType<typeof readLeaveYear>>;
