import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { cases } from "~/cases/table.server";
import { taxYearOf } from "~/claims/kinds";
import { claimSettings, claims } from "~/claims/table.server";
import { isOwed } from "~/claims/unpaid.server";
import type { Database } from "~/db/database.server";
import { jobPlanElements } from "~/job-plans/table.server";
import { sessions } from "~/sessions/table.server";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/time/london";
import type { Fee } from "./fee";
import type { Filters } from "./filters";
import { taxYearIn } from "./filters";

type Stretch = Pick<ReturnType<typeof taxYearOf>, "begins" | "ends">;

/**
 * The fees that a page of extra work needs: what is outstanding or short, all of the tax year of today, and all of
 * the chosen one; every fee where all years are asked for. Each is found by an index: old years cost nothing.
 */
export function feeRows(db: Database, userRef: string, { year }: Pick<Filters, "year">, today: LondonDate) {
  const years = [taxYearOf(today), ...(typeof year === "number" ? [taxYearIn(year)] : [])];
  // D1 takes five parts in one union.
  const lists = [standing(userRef), ...years.map((each) => inYear(userRef, each))];
  const wanted = or(...lists.map((parts) => sql`${claims.unique_ref} IN (${sql.join(parts, sql` UNION `)})`));
  return (
    db
      .select({
        unique_ref: claims.unique_ref,
        version: claims.version,
        session_ref: sql<string | null>`${sessions.unique_ref}`.as("work_session"),
        case_ref: claims.case_ref,
        work_date: claims.work_date,
        start_minute: claims.start_minute,
        end_minute: claims.end_minute,
        session_start: sql<number | null>`${sessions.start_at}`.as("session_start"),
        session_end: sql<number | null>`${sessions.end_at}`.as("session_end"),
        case_start: sql<number | null>`${cases.start_at}`.as("case_start"),
        case_end: sql<number | null>`${cases.end_at}`.as("case_end"),
        element: jobPlanElements.description,
        site: sessions.site,
        amount_pence: claims.amount_pence,
        basis: claims.basis,
        rate_pence: claims.rate_pence,
        payer: claims.payer,
        work_kind: sql<string>`${claims.kind}`.as("work_kind"),
        procedure_codes: claims.procedure_codes,
        reference: claims.reference,
        timesheet_date: claims.timesheet_date,
        paid_date: claims.paid_date,
        paid_pence: claims.paid_pence,
        written_off_date: claims.written_off_date,
        sealed: claims.sealed,
        case_sealed: sql<Uint8Array | null>`${cases.sealed}`.mapWith(cases.sealed).as("case_sealed"),
      })
      .from(claims)
      .leftJoin(cases, eq(cases.unique_ref, claims.case_ref))
      .leftJoin(sessions, sql`${sessions.unique_ref} = coalesce(${claims.session_ref}, ${cases.session_ref})`)
      .leftJoin(jobPlanElements, eq(jobPlanElements.unique_ref, sessions.element_ref))
      // The plus keeps SQLite off the index of all the user's fees where few are wanted.
      .where(year === "all" ? eq(claims.user_ref, userRef) : and(sql`+${claims.user_ref} = ${userRef}`, wanted))
  );
}

export type FeeRow = Awaited<ReturnType<typeof feeRows>>[number];

/** What is owed, and what was paid short. */
function standing(userRef: string): SQL[] {
  const { unique_ref, user_ref, written_off_date, paid_pence, amount_pence } = claims;
  return [
    sql`SELECT ${unique_ref} FROM ${claims} INDEXED BY claims_unpaid WHERE ${isOwed(userRef)}`,
    sql`SELECT ${unique_ref} FROM ${claims} INDEXED BY claims_short
      WHERE ${user_ref} = ${userRef} AND ${paid_pence} < ${amount_pence} AND ${written_off_date} IS NULL`,
  ];
}

/** By each date that may put a fee into a tax year. */
function inYear(userRef: string, { begins, ends }: Stretch): SQL[] {
  const { unique_ref, user_ref, timesheet_date, paid_date, work_date, session_ref, case_ref } = claims;
  const [from, until] = [londonInstant(begins), londonInstant(addDays(ends, 1))];
  const worked = sql`${sessions.user_ref} = ${userRef} AND ${sessions.start_at} >= ${from} AND ${sessions.start_at} < ${until}`;
  const between = (index: SQL, column: SQL | typeof paid_date) =>
    sql`SELECT ${unique_ref} FROM ${claims} INDEXED BY ${index}
      WHERE ${user_ref} = ${userRef} AND ${column} BETWEEN ${begins} AND ${ends}`;
  return [
    between(sql`claims_of_user`, sql`${timesheet_date}`),
    between(sql`claims_paid`, sql`${paid_date}`),
    between(sql`claims_alone`, sql`${work_date}`),
    // CROSS JOIN is the order that is meant: from the sessions of the year to what hangs on them.
    sql`SELECT ${unique_ref} FROM ${sessions} CROSS JOIN ${claims} ON ${session_ref} = ${sessions.unique_ref} WHERE ${worked}`,
    sql`SELECT ${unique_ref} FROM ${sessions}
      CROSS JOIN ${cases} ON ${cases.user_ref} = ${userRef} AND ${cases.session_ref} = ${sessions.unique_ref}
      CROSS JOIN ${claims} ON ${case_ref} = ${cases.unique_ref} WHERE ${worked}`,
  ];
}

/** The first day of anything that is paid for; null for none. For the choice of years. */
export function firstDay(db: Database, userRef: string) {
  const first = (column: SQL) =>
    sql<LondonDate | null>`(SELECT min(${column}) FROM ${claims} WHERE ${claims.user_ref} = ${userRef} AND ${column} IS NOT NULL)`;
  const session = sql<
    number | null
  >`(SELECT min(${sessions.start_at}) FROM ${sessions} WHERE ${sessions.user_ref} = ${userRef})`;
  return db
    .select({
      timesheet: first(sql`${claims.timesheet_date}`).as("first_timesheet"),
      paid: first(sql`${claims.paid_date}`).as("first_paid"),
      alone: first(sql`${claims.work_date}`).as("first_alone"),
      session: session.as("first_session"),
    })
    .from(sql`(SELECT 1) AS one`);
}

export function taxBasisOf(db: Database, userRef: string) {
  return db
    .select({ tax_basis: claimSettings.tax_basis })
    .from(claimSettings)
    .where(eq(claimSettings.user_ref, userRef));
}

/** A fee as it is reckoned with. */
export function feeOf(row: FeeRow): Fee {
  const { work_date, start_minute, end_minute, session_start, session_end, case_start, case_end, ...more } = row;
  const { sealed: _sealed, case_sealed: _caseSealed, ...rest } = more;
  const kind = row.case_ref !== null ? "case" : row.session_ref !== null ? "session" : "alone";
  const [start, end] = kind === "case" && case_start !== null ? [case_start, case_end] : [session_start, session_end];
  const shared = { ...rest, kind, site: rest.site ?? "" } as const;
  if (session_start === null || start === null)
    return { ...shared, work: work_date ?? "", ...aloneTimes(start_minute, end_minute) };
  const from = londonMoment(start);
  return {
    ...shared,
    work: londonMoment(session_start).date,
    from_minute: from.minute,
    until_minute: end === null ? null : londonMoment(end).minute,
    minutes: end === null ? null : (end - start) / 60_000,
  };
}

const DAY_MINUTES = 1440;

/** An end at or before the start is a day on. */
function aloneTimes(from: number | null, until: number | null) {
  if (from === null || until === null) return { from_minute: null, until_minute: null, minutes: null };
  return { from_minute: from, until_minute: until, minutes: until > from ? until - from : until - from + DAY_MINUTES };
}
