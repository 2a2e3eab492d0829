import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { WORK_KINDS, type WorkKind } from "~/diary/fees/kinds";
import { fees, rates } from "~/diary/fees/table.server";
import type { Category } from "~/planning/job-plans/elements";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { poundsText } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { londonMoment } from "~/platform/time/london";
import { sessions } from "./table.server";

/**
 * Expressions on a row of `sessions` that is joined to its element: work outside the plan has a kind in place of an
 * element, and counts as an element of extra work would.
 */

const KINDS = Object.entries(WORK_KINDS).map(([kind, words]) => `WHEN '${kind}' THEN '${words}'`);

/** What a new session of a kind is filled in with, by field of its form. */
export type UsualOutside = Partial<Record<WorkKind, Record<string, string>>>;

const rate = alias(rates, "rate");

/** Statement: of each kind of work outside the plan the last session with its fee, and the usual rate. */
export function lastOutsidePlan(db: Database, userId: number) {
  return db
    .select({
      kind: sql<WorkKind>`kind.value`.as("work_kind"),
      start_at: sql<number | null>`${sessions.start_at}`.as("start_at"),
      end_at: sql<number | null>`${sessions.end_at}`.as("end_at"),
      site: sql<string | null>`${sessions.site}`.as("site"),
      amount_pence: sql<number | null>`coalesce(${rate.rate_pence}, ${fees.amount_pence})`.as("amount_pence"),
      payer: sql<string | null>`(SELECT paid.name FROM payers AS paid WHERE paid.user_id = ${userId}
        AND paid.unique_ref = coalesce(${rate.payer_ref}, ${fees.payer_ref}))`.as("payer"),
    })
    .from(sql`json_each(${JSON.stringify(Object.keys(WORK_KINDS))}) AS kind`)
    .leftJoin(
      sessions,
      sql`${sessions.user_id} = ${userId} AND ${sessions.unique_ref} = (SELECT last.unique_ref FROM sessions AS last
        WHERE last.user_id = ${userId} AND last.work_kind = kind.value ORDER BY last.start_at DESC LIMIT 1)`,
    )
    .leftJoin(fees, refersTo(fees.session_ref, sessions))
    .leftJoin(
      rate,
      sql`${rate.user_id} = ${userId} AND ${rate.unique_ref} = (SELECT own.unique_ref FROM rates AS own
        WHERE own.user_id = ${userId} AND own.work_kind = kind.value AND own.active AND own.basis IN ('fixed', 'list')
        ORDER BY own.created_at DESC LIMIT 1)`,
    )
    .where(sql`${sessions.unique_ref} IS NOT NULL OR ${rate.unique_ref} IS NOT NULL`);
}

export function usualOutside(rows: Awaited<ReturnType<typeof lastOutsidePlan>>): UsualOutside {
  const time = (at: number | null) => (at === null ? "" : clockTime(londonMoment(at).minute));
  const filled = rows.map(({ kind, start_at, end_at, site, amount_pence, payer }) => {
    const times = { session_start_time: time(start_at), session_end_time: time(end_at), site: site ?? "" };
    const extra_claim_amount = amount_pence === null ? "" : poundsText(amount_pence);
    return [kind, { ...times, extra_claim_amount, extra_claim_payer: payer ?? "" }] as const;
  });
  return Object.fromEntries(filled);
}

/** Its element or kind in words, unnamed; null for neither. @param session name of the table @param element its name */
export function nameOf(session: string, element: string) {
  return sql<string | null>`${sql.raw(`coalesce(${element}, CASE ${session}.work_kind ${KINDS.join(" ")} END)`)}`;
}

export function sessionName(session = "sessions", element = "job_plan_elements") {
  return nameOf(session, `${element}.description`).as("element");
}

export const sessionCategory =
  sql<Category | null>`iif(sessions.work_kind IS NULL, job_plan_elements.category, 'Extra')`.as("category");

export const sessionCounts = sql`iif(sessions.work_kind IS NULL, job_plan_elements.counts_to_balance, 0)`
  .mapWith((stored): boolean | null => Boolean(stored))
  .as("counts_to_balance");
