import { or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { cases } from "~/diary/cases/table.server";
import { isOwed } from "~/diary/fees/queries.server";
import { fees } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import type { LondonDate } from "~/platform/time/london";

/** A period: its days, and the instants of their midnights. `end` is the day after. */
export interface Within {
  from: LondonDate;
  end: LondonDate;
  fromAt: number;
  endAt: number;
}

/** Selects the references of fees that are owed, and of those that were paid short. */
export function outstanding(userId: number): SQL[] {
  const { unique_ref, user_id, written_off_date, paid_pence, amount_pence } = fees;
  return [
    sql`SELECT ${unique_ref} FROM ${fees} INDEXED BY fees_unpaid WHERE ${isOwed(userId)}`,
    sql`SELECT ${unique_ref} FROM ${fees} INDEXED BY fees_short
      WHERE ${user_id} = ${userId} AND ${paid_pence} < ${amount_pence} AND ${written_off_date} IS NULL`,
  ];
}

/** Selects the references of fees in a period, by each of the fee's own dates that may decide its tax year. */
export function datedIn(userId: number, { from, end }: Within): SQL[] {
  const { unique_ref, user_id, timesheet_date, paid_date, work_date, later_payments } = fees;
  const between = (index: SQL, column: SQLiteColumn) =>
    sql`SELECT ${unique_ref} FROM ${fees} INDEXED BY ${index}
      WHERE ${user_id} = ${userId} AND ${column} >= ${from} AND ${column} < ${end}`;
  return [
    between(sql`fees_of_user`, timesheet_date),
    between(sql`fees_paid`, paid_date),
    between(sql`fees_alone`, work_date),
    sql`SELECT ${unique_ref} FROM ${fees} INDEXED BY fees_in_parts
      WHERE ${user_id} = ${userId} AND ${later_payments} IS NOT NULL AND EXISTS (
        SELECT 1 FROM json_each(${later_payments}) AS paid WHERE paid.value ->> 'day' >= ${from} AND paid.value ->> 'day' < ${end})`,
  ];
}

function startsIn(userId: number, { fromAt, endAt }: Within): SQL {
  return sql`${sessions.start_at} >= ${fromAt} AND ${sessions.start_at} < ${endAt} AND ${sessions.user_id} = ${userId}`;
}

/**
 * Selects the references of fees of the sessions in a period. CROSS JOIN fixes the order: from the sessions to their
 * fees.
 */
export function workedIn(userId: number, year: Within): SQL[] {
  return [
    sql`SELECT ${fees.unique_ref} FROM ${sessions}
      CROSS JOIN ${fees} ON ${fees.user_id} = ${sessions.user_id} AND ${fees.session_ref} = ${sessions.unique_ref}
      WHERE ${sessions.user_id} = ${userId} AND ${startsIn(userId, year)}`,
  ];
}

/** Below this number of case fees in all years, reading them all takes fewer reads than the cases of one busy year. */
const FEW_CASE_FEES = 400;

function hasFewCaseFees(userId: number): SQL {
  return sql`(SELECT count(*) FROM (SELECT 1 FROM ${fees} INDEXED BY fees_of_cases
    WHERE ${fees.user_id} = ${userId} AND ${fees.case_ref} IS NOT NULL LIMIT ${FEW_CASE_FEES})) < ${FEW_CASE_FEES}`;
}

/**
 * Selects the references of fees of the cases in these periods: from all case fees of the user to their cases by key;
 * or, if those are many, from the sessions of each period to their cases. Only one of the two is executed.
 */
export function treatedIn(userId: number, years: readonly Within[]): SQL[] {
  const { unique_ref, user_id, case_ref } = fees;
  const few = hasFewCaseFees(userId);
  const inThem = or(...years.map((year) => startsIn(userId, year)));
  return [
    sql`SELECT ${unique_ref} FROM ${fees} INDEXED BY fees_of_cases
      CROSS JOIN ${cases} ON ${cases.unique_ref} = ${case_ref} AND ${cases.user_id} = ${userId}
      CROSS JOIN ${sessions} ON ${sessions.user_id} = ${cases.user_id} AND ${sessions.unique_ref} = ${cases.session_ref}
      WHERE ${few} AND ${user_id} = ${userId} AND ${case_ref} IS NOT NULL AND (${inThem})`,
    ...years.map(
      (year) => sql`SELECT ${unique_ref} FROM ${sessions}
      CROSS JOIN ${cases} ON ${cases.user_id} = ${userId} AND ${cases.session_ref} = ${sessions.unique_ref}
      CROSS JOIN ${fees} ON ${fees.user_id} = ${cases.user_id} AND ${case_ref} = ${cases.unique_ref}
      WHERE NOT ${few} AND ${sessions.user_id} = ${userId} AND ${startsIn(userId, year)}`,
    ),
  ];
}
