import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import type { WorkKind } from "~/diary/fees/kinds";
import type { FeeOwner } from "~/diary/fees/queries.server";
import { bothFees, JOB_PLAN_FEE_WARNING } from "~/diary/fees/rules";
import { fees } from "~/diary/fees/table.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { sessions } from "~/diary/sessions/table.server";
import { timesText } from "~/diary/sessions/times";
import { PA_UNITS, showPa } from "~/planning/job-plans/pa-rules";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { pathTo } from "~/platform/http/path-to";
import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";

const others = alias(cases, "others");

const WORK = {
  session_ref: sql<string>`${sessions.unique_ref}`.as("work_session"),
  start_at: sql<number>`${sessions.start_at}`.mapWith(Number).as("work_start"),
  end_at: sql<number>`${sessions.end_at}`.mapWith(Number).as("work_end"),
  pa_units: sql<number>`${sessions.pa_units}`.mapWith(Number).as("work_units"),
  element: sessionName(),
  cases:
    sql<number>`(SELECT count(*) FROM ${cases} AS others WHERE ${others.user_id} = ${sessions.user_id} AND ${others.session_ref} = ${sessions.unique_ref})`
      .mapWith(Number)
      .as("work_cases"),
  work_kind: sql<WorkKind | null>`${sessions.work_kind}`.as("work_kind"),
  planned_units: sql<number>`coalesce(${jobPlanElements.weekly_pa_units}, 0)`.mapWith(Number).as("work_planned"),
  session_pence: sql<number>`(SELECT total(fee.amount_pence) FROM ${fees} AS fee
    WHERE fee.session_ref = ${sessions.unique_ref} AND fee.user_id = ${sessions.user_id})`
    .mapWith(Number)
    .as("work_session_pence"),
  /** Fees of the other cases of the session. */
  cases_pence: sql<number>`(SELECT total(fee.amount_pence) FROM ${cases} AS paid
    CROSS JOIN ${fees} AS fee ON fee.user_id = paid.user_id AND fee.case_ref = paid.unique_ref
    WHERE paid.session_ref = ${sessions.unique_ref} AND paid.user_id = ${sessions.user_id}
      AND paid.unique_ref IS NOT ${cases.unique_ref})`
    .mapWith(Number)
    .as("work_cases_pence"),
  case_ref: sql<string | null>`${cases.unique_ref}`.as("work_case"),
  case_start_at: sql<number | null>`${cases.start_at}`.as("case_start"),
  case_end_at: sql<number | null>`${cases.end_at}`.as("case_end"),
  case_text_encrypted: sql<Uint8Array | null>`${cases.text_encrypted}`
    .mapWith(cases.text_encrypted)
    .as("case_text_encrypted"),
};

/** The session or case that a fee is for: one row; none for stand-alone work. For a page's batch. */
export function workOfFee(db: Database, userId: number, feeRef: string) {
  return db
    .select(WORK)
    .from(fees)
    .leftJoin(cases, refersTo(fees.case_ref, cases))
    .innerJoin(
      sessions,
      sql`${sessions.user_id} = ${fees.user_id} AND ${sessions.unique_ref} = coalesce(${fees.session_ref}, ${cases.session_ref})`,
    )
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(and(eq(fees.user_id, userId), eq(fees.unique_ref, feeRef)));
}

/** Like `workOfFee`, by the session or case: for work that has no fee yet. */
export function workOf(db: Database, userId: number, owner: FeeOwner) {
  const [ofCase, which]: [SQL, SQL | undefined] =
    "case_ref" in owner
      ? [refersTo(cases.session_ref, sessions), eq(cases.unique_ref, owner.case_ref)]
      : [sql`FALSE`, eq(sessions.unique_ref, owner.session_ref)];
  return db
    .select(WORK)
    .from(sessions)
    .leftJoin(cases, ofCase)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(and(eq(sessions.user_id, userId), which));
}

export type WorkRow = Awaited<ReturnType<typeof workOf>>[number];

/** Size and date of the work, for the calculation of a fee. */
export function sizeOfWork(row: WorkRow) {
  const ofCase = row.case_ref !== null;
  const [start_at, end_at] = ofCase ? [row.case_start_at, row.case_end_at] : [row.start_at, row.end_at];
  const known = start_at !== null && end_at !== null;
  return {
    what: ofCase ? ("case" as const) : ("session" as const),
    date: londonMoment(ofCase ? (start_at ?? row.start_at) : row.start_at).date,
    start_at: known ? start_at : null,
    end_at: known ? end_at : null,
    pa: ofCase ? null : { units: row.pa_units, each: PA_UNITS },
    cases: ofCase ? 1 : row.cases,
  };
}

/**
 * Warnings about a fee because of its work.
 * @param pence the fee; 0 while there is none
 */
export function workWarnings(row: WorkRow, pence: number): { planned: string | null; both: string | null } {
  const ofCase = row.case_ref !== null;
  return {
    planned: !ofCase && row.planned_units > 0 ? JOB_PLAN_FEE_WARNING : null,
    both: ofCase ? bothFees(row.session_pence, row.cases_pence + pence) : bothFees(pence, row.cases_pence),
  };
}

/** The work as the page of its fee shows it. */
export async function shownWork(row: WorkRow, cipher: Cipher) {
  const { times } = timesText({ startAt: row.start_at, endAt: row.end_at });
  const { session_ref: sessionRef, case_ref: caseRef } = row;
  const when = `${shortDate(londonMoment(row.start_at).date)}, ${times}`;
  const element = row.element ?? "No job plan element";
  if (caseRef === null) {
    const size = `${showPa(row.pa_units)} PA, ${formatCounted(row.cases, "case")}`;
    return {
      path: pathTo("/logbook/session/:sessionRef/", { sessionRef }),
      open: "Open session",
      title: element,
      facts: `${when}. ${size}`,
    };
  }
  const { case_description } = await decryptCaseText(cipher, {
    unique_ref: caseRef,
    text_encrypted: row.case_text_encrypted,
  });
  const title = case_description.replace(/\s+/g, " ") || "Case without a description";
  return {
    path: pathTo("/logbook/session/:sessionRef/case/:caseRef/", { sessionRef, caseRef }),
    open: "Open case",
    title,
    facts: `${element}, ${when}`,
  };
}

/**
 * The path back from the page of a fee: to its work, if it was opened from there, else to the list with its filters.
 */
export function feeReturn(search: URLSearchParams, work: { path: string } | null): string {
  if (search.get("from") === "work" && work) return work.path;
  const kept = new URLSearchParams(search);
  for (const name of ["from", "session", "case"]) kept.delete(name);
  const query = kept.toString();
  return query ? `/extras/?${query}` : "/extras/";
}

/** The session or case of a new fee, from the address; null for stand-alone work. */
export function feeOwner(search: URLSearchParams): { session_ref: string } | { case_ref: string } | null {
  const [session, oneCase] = [search.get("session"), search.get("case")];
  if (oneCase) return { case_ref: oneCase };
  return session ? { session_ref: session } : null;
}

/**
 * The path of a fee's own page, from the form of its session or case; without a fee, of the page that adds one.
 * @param owner name of the parameter in the address
 */
export function feePath(fee: { unique_ref: string } | undefined, owner: "session" | "case", ref: string): string {
  return fee
    ? `${pathTo("/extras/:feeRef/", { feeRef: fee.unique_ref })}?from=work`
    : `/extras/new/?${owner}=${ref}&from=work`;
}
