import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { cases } from "~/diary/cases/table.server";
import { taxYearOf } from "~/diary/fees/kinds";
import { standaloneTimes } from "~/diary/fees/standalone-times";
import { feeSettings, fees } from "~/diary/fees/table.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { nearText } from "~/platform/db/near-texts.server";
import { asHex } from "~/platform/db/row-pages.server";
import { MINUTE_MS } from "~/platform/time/durations";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import type { Fee } from "./fee";
import { datedIn, outstanding, treatedIn, type Within, workedIn } from "./fee-lists.server";
import { type Filters, taxYearIn } from "./filters";

function withinYear({ begins, ends }: ReturnType<typeof taxYearOf>): Within {
  const end = addDays(ends, 1);
  return { from: begins, end, fromAt: londonInstant(begins), endAt: londonInstant(end) };
}

/**
 * The fees that an extra-work page needs: all outstanding or short ones, all of the current tax year, and all of the
 * chosen one; every fee if all years are requested. Each is found by an index, so that old years cost no reads.
 */
export function feeRows(db: Database, userId: number, { year }: Pick<Filters, "year">, today: LondonDate) {
  const years = [taxYearOf(today), ...(typeof year === "number" ? [taxYearIn(year)] : [])].map(withinYear);
  // D1 allows five parts in one UNION.
  const lists = [
    outstanding(userId),
    ...years.map((each) => [...datedIn(userId, each), ...workedIn(userId, each)]),
    treatedIn(userId, years),
  ];
  return feesWhere(db, userId, year === "all" ? eq(fees.user_id, userId) : isOneOf(userId, lists));
}

/**
 * The fees with any of their dates in a period: that of the work, of the claim or of the payment.
 * @param passes condition on the row of `sessions` that the fee belongs to; undefined for any fee
 */
export function feeRowsWithin(db: Database, userId: number, within: Within, passes: SQL | undefined) {
  const lists = [datedIn(userId, within), workedIn(userId, within), treatedIn(userId, [within])];
  return feesWhere(db, userId, and(isOneOf(userId, lists), passes));
}

function isOneOf(userId: number, lists: readonly SQL[][]): SQL | undefined {
  const all = lists.map((parts) => sql`SELECT * FROM (${sql.join(parts, sql` UNION `)})`);
  return and(eq(fees.user_id, userId), sql`${fees.unique_ref} IN (${sql.join(all, sql` UNION `)})`);
}

function feesWhere(db: Database, userId: number, where: SQL | undefined) {
  const own = (column: SQLiteColumn) => eq(column, userId);
  return db
    .select({
      unique_ref: fees.unique_ref,
      version: fees.version,
      session_ref: sql<string | null>`${sessions.unique_ref}`.as("work_session"),
      case_ref: fees.case_ref,
      work_date: fees.work_date,
      start_minute: fees.start_minute,
      end_minute: fees.end_minute,
      start_which: fees.start_which,
      end_which: fees.end_which,
      session_start: sql<number | null>`${sessions.start_at}`.as("session_start"),
      session_end: sql<number | null>`${sessions.end_at}`.as("session_end"),
      case_start: sql<number | null>`${cases.start_at}`.as("case_start"),
      case_end: sql<number | null>`${cases.end_at}`.as("case_end"),
      element: sessionName(),
      site: sessions.site,
      amount_pence: fees.amount_pence,
      basis: fees.basis,
      rate_pence: fees.rate_pence,
      payer_ref: fees.payer_ref,
      work_kind: sql<string>`${fees.kind}`.as("work_kind"),
      procedure_codes: fees.procedure_codes,
      reference: fees.reference,
      timesheet_date: fees.timesheet_date,
      paid_date: fees.paid_date,
      paid_pence: fees.paid_pence,
      later_payments: fees.later_payments,
      written_off_date: fees.written_off_date,
      fee_text_encrypted: asHex(fees.text_encrypted).as("fee_text_encrypted"),
      // Of the fee's case.
      ...nearText(cases.text_encrypted, sql`${fees.unique_ref}`),
    })
    .from(fees)
    .leftJoin(cases, refersTo(fees.case_ref, cases))
    .leftJoin(
      sessions,
      and(own(sessions.user_id), sql`${sessions.unique_ref} = coalesce(${fees.session_ref}, ${cases.session_ref})`),
    )
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(where);
}

export type FeeRow = Awaited<ReturnType<typeof feeRows>>[number];

/**
 * One row for the choice of years: whether the user has any fee, and the first day of anything that is paid for. For
 * claimed work that is the timesheet date; for unclaimed work, the date of the work.
 */
export function firstDay(db: Database, userId: number) {
  const first = (column: SQL) =>
    sql<LondonDate | null>`(SELECT min(${column}) FROM ${fees} WHERE ${fees.user_id} = ${userId} AND ${column} IS NOT NULL)`;
  const unclaimed = sql`(SELECT min(${sessions.start_at}) FROM ${fees} INDEXED BY fees_of_user
    LEFT JOIN ${cases} ON ${cases.unique_ref} = ${fees.case_ref} AND ${cases.user_id} = ${userId}
    CROSS JOIN ${sessions} ON ${sessions.user_id} = ${userId} AND ${sessions.unique_ref} = coalesce(${fees.session_ref}, ${cases.session_ref})
      AND ${sessions.user_id} = ${userId}
    WHERE ${fees.user_id} = ${userId} AND ${fees.timesheet_date} IS NULL)`;
  const session = sql<
    number | null
  >`(SELECT min(${sessions.start_at}) FROM ${sessions} WHERE ${sessions.user_id} = ${userId})`;
  return db
    .select({
      any: sql`EXISTS (SELECT 1 FROM ${fees} WHERE ${fees.user_id} = ${userId})`.mapWith(Boolean).as("any_fee"),
      timesheet: first(sql`${fees.timesheet_date}`).as("first_timesheet"),
      paid: first(sql`${fees.paid_date}`).as("first_paid"),
      alone: first(sql`${fees.work_date}`).as("first_alone"),
      unclaimed: sql<number | null>`one.unclaimed`.as("first_unclaimed"),
      session: session.as("first_session"),
    })
    .from(sql`(SELECT ${unclaimed} AS unclaimed) AS one`);
}

/** Query for a page's batch: the date by which a fee belongs to a tax year; no row until the user has chosen one. */
export function taxBasisOf(db: Database, userId: number) {
  return db.select({ tax_basis: feeSettings.tax_basis }).from(feeSettings).where(eq(feeSettings.user_id, userId));
}

/**
 * Converts a row to a `Fee`. Its minutes are elapsed ones, also over a change of the clocks.
 * @param payers names by reference
 */
export function feeOf(row: FeeRow, payers: ReadonlyMap<string, string>): Fee {
  const { work_date, start_minute, end_minute, start_which, end_which, ...workOrMore } = row;
  const { session_start, session_end, case_start, case_end, ...more } = workOrMore;
  const { fee_text_encrypted: _encrypted, text_encrypted: _caseEncrypted, far_bytes: _far, payer_ref, ...rest } = more;
  const kind = row.case_ref !== null ? "case" : row.session_ref !== null ? "session" : "alone";
  const [start, end] = kind === "case" && case_start !== null ? [case_start, case_end] : [session_start, session_end];
  const payer = payers.get(payer_ref ?? "") ?? "";
  const shared = { ...rest, kind, payer, site: rest.site ?? "" } as const;
  if (session_start === null || start === null) {
    const times = standaloneTimes({
      ...{ date: work_date, start: start_minute, end: end_minute },
      ...{ startWhich: start_which, endWhich: end_which },
    });
    return {
      ...shared,
      work: work_date ?? "",
      from_minute: times && start_minute,
      until_minute: times && end_minute,
      minutes: times && (times.endAt - times.startAt) / MINUTE_MS,
    };
  }
  return {
    ...shared,
    work: londonMoment(session_start).date,
    from_minute: londonMoment(start).minute,
    until_minute: end === null ? null : londonMoment(end).minute,
    minutes: end === null ? null : (end - start) / MINUTE_MS,
  };
}
