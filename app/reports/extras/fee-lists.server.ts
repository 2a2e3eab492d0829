import { or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import { isOwed } from "~/claims/unpaid.server";
import type { SomeDate } from "~/job-plans/valued-plans.server";
import { sessions } from "~/sessions/table.server";

/** A stretch of time: days, and the instants of their midnights, at hand or known to the database alone. `end` is the day after. */
export interface Within {
  from: SomeDate;
  end: SomeDate;
  fromAt: number | SQL<number>;
  endAt: number | SQL<number>;
}

/** What is owed, and what was paid short. */
export function standing(userRef: string): SQL[] {
  const { unique_ref, user_ref, written_off_date, paid_pence, amount_pence } = claims;
  return [
    sql`SELECT ${unique_ref} FROM ${claims} INDEXED BY claims_unpaid WHERE ${isOwed(userRef)}`,
    sql`SELECT ${unique_ref} FROM ${claims} INDEXED BY claims_short
      WHERE ${user_ref} = ${userRef} AND ${paid_pence} < ${amount_pence} AND ${written_off_date} IS NULL`,
  ];
}

/** By each date of the fee itself that may put it into a tax year. */
export function datedIn(userRef: string, { from, end }: Within): SQL[] {
  const { unique_ref, user_ref, timesheet_date, paid_date, work_date } = claims;
  const between = (index: SQL, column: SQLiteColumn) =>
    sql`SELECT ${unique_ref} FROM ${claims} INDEXED BY ${index}
      WHERE ${user_ref} = ${userRef} AND ${column} >= ${from} AND ${column} < ${end}`;
  return [
    between(sql`claims_of_user`, timesheet_date),
    between(sql`claims_paid`, paid_date),
    between(sql`claims_alone`, work_date),
  ];
}

function beganIn(userRef: string, { fromAt, endAt }: Within): SQL {
  return sql`${sessions.start_at} >= ${fromAt} AND ${sessions.start_at} < ${endAt} AND +${sessions.user_ref} = ${userRef}`;
}

/** Fees of the sessions of a tax year. CROSS JOIN is the order that is meant: from the sessions to what hangs on them. */
export function workedIn(userRef: string, year: Within): SQL[] {
  return [
    sql`SELECT ${claims.unique_ref} FROM ${sessions} INDEXED BY sessions_by_start
      CROSS JOIN ${claims} ON ${claims.session_ref} = ${sessions.unique_ref}
      WHERE ${sessions.user_ref} = ${userRef} AND ${beganIn(userRef, year)}`,
  ];
}

/** With no more fees of cases than this, in all years, they are fewer reads than the cases of one busy year. */
const FEW_CASE_FEES = 400;

function hasFewCaseFees(userRef: string): SQL {
  return sql`(SELECT count(*) FROM (SELECT 1 FROM ${claims} INDEXED BY claims_of_cases
    WHERE ${claims.user_ref} = ${userRef} AND ${claims.case_ref} IS NOT NULL LIMIT ${FEW_CASE_FEES})) < ${FEW_CASE_FEES}`;
}

/**
 * Fees of the cases of tax years: from all the fees of cases that the user has, to their cases by key; or, where those
 * are many, from the sessions of each year to their cases. Only one of the two is walked.
 */
export function treatedIn(userRef: string, years: readonly Within[]): SQL[] {
  const { unique_ref, user_ref, case_ref } = claims;
  const few = hasFewCaseFees(userRef);
  const inThem = or(...years.map((year) => beganIn(userRef, year)));
  return [
    sql`SELECT ${unique_ref} FROM ${claims} INDEXED BY claims_of_cases
      CROSS JOIN ${cases} ON ${cases.unique_ref} = ${case_ref} AND +${cases.user_ref} = ${userRef}
      CROSS JOIN ${sessions} ON ${sessions.unique_ref} = ${cases.session_ref}
      WHERE ${few} AND ${user_ref} = ${userRef} AND ${case_ref} IS NOT NULL AND (${inThem})`,
    ...years.map(
      (year) => sql`SELECT ${unique_ref} FROM ${sessions} INDEXED BY sessions_by_start
      CROSS JOIN ${cases} ON ${cases.user_ref} = ${userRef} AND ${cases.session_ref} = ${sessions.unique_ref}
      CROSS JOIN ${claims} ON ${case_ref} = ${cases.unique_ref}
      WHERE NOT ${few} AND ${sessions.user_ref} = ${userRef} AND ${beganIn(userRef, year)}`,
    ),
  ];
}
