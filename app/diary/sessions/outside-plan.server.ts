import { sql } from "drizzle-orm";
import { WORK_KINDS, type WorkKind } from "~/diary/fees/kinds";
import { payerNameIn } from "~/diary/fees/payer-names.server";
import { fees } from "~/diary/fees/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { poundsText } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { londonMoment } from "~/platform/time/london";
import { sessions } from "./table.server";
import type { Category } from "~/planning/job-plans/elements";

/**
 * Expressions on a row of `sessions` that is joined to its element: work outside the plan has a kind in place of an
 * element, and counts as an element of extra work would.
 */

const KINDS = Object.entries(WORK_KINDS).map(([kind, words]) => `WHEN '${kind}' THEN '${words}'`);

/** What a new session of a kind is filled in with, by field of its form. */
export type UsualOutside = Partial<Record<WorkKind, Record<string, string>>>;

/** Statement: the last session of each kind of work outside the plan, with its fee. */
export function lastOutsidePlan(db: Database, userId: number) {
  return db
    .select({
      kind: sql<WorkKind>`kind.value`.as("work_kind"),
      ...{ start_at: sessions.start_at, end_at: sessions.end_at, site: sessions.site },
      ...{ amount_pence: sql<number | null>`${fees.amount_pence}`.as("amount_pence"), payer: payerNameIn("fees") },
    })
    .from(sql`json_each(${JSON.stringify(Object.keys(WORK_KINDS))}) AS kind`)
    .innerJoin(
      sessions,
      sql`${sessions.user_id} = ${userId} AND ${sessions.unique_ref} = (SELECT last.unique_ref FROM sessions AS last
        WHERE last.user_id = ${userId} AND last.work_kind = kind.value ORDER BY last.start_at DESC LIMIT 1)`,
    )
    .leftJoin(fees, refersTo(fees.session_ref, sessions));
}

export function usualOutside(rows: Awaited<ReturnType<typeof lastOutsidePlan>>): UsualOutside {
  const filled = rows.map(({ kind, start_at, end_at, site, amount_pence, payer }) => {
    const [session_start_time, session_end_time] = [start_at, end_at].map((at) => clockTime(londonMoment(at).minute));
    const fee = { extra_claim_amount: amount_pence === null ? "" : poundsText(amount_pence), extra_claim_payer: payer };
    return [kind, { session_start_time, session_end_time, site, ...fee }];
  });
  return Object.fromEntries(filled) as UsualOutside;
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
