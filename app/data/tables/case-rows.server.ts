import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { fallsInLeave } from "~/diary/sessions/conditions.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { type Choices, ROWS_A_PAGE } from "./choices";
import { casesAsked } from "./conditions.server";
import { feeJson } from "./session-rows.server";

/** In days, near enough to stand in order. */
const age = sql`cases.age * CASE cases.age_unit WHEN 'years' THEN 365.25 WHEN 'months' THEN 30.44 ELSE 1 END`;

const SORTS: Record<string, SQL> = {
  element: sql`(SELECT named.description FROM job_plan_elements AS named WHERE named.user_id = sessions.user_id AND named.unique_ref = sessions.element_ref) COLLATE NOCASE`,
  age,
  gender: sql`cases.gender`,
  asa: sql`cases.asa`,
  urgency: sql`cases.urgency`,
  supervision: sql`cases.supervision`,
  fee: sql`(SELECT fee.amount_pence FROM fees AS fee WHERE fee.user_id = cases.user_id AND fee.case_ref = cases.unique_ref)`,
};

/** What is not there stands last, whichever way; cases alike stand newest first. */
function inOrder({ sort, down }: Choices): SQL {
  const way = sql.raw(down ? "DESC" : "ASC");
  const by = SORTS[sort];
  const newest = sql`cases.start_at IS NULL, cases.start_at ${by ? sql.raw("DESC") : way}, cases.unique_ref`;
  if (!by) return sql`sessions.start_at ${way}, sessions.unique_ref, ${newest}`;
  return sql`${by} IS NULL, ${by} ${way}, sessions.start_at DESC, sessions.unique_ref, ${newest}`;
}

const inItsSession = refersTo(cases.session_ref, sessions);

function refsAsked(db: Database, userId: number, choices: Choices) {
  return db
    .select({ ref: cases.unique_ref })
    .from(sessions)
    .innerJoin(cases, inItsSession)
    .where(and(...casesAsked(userId, choices)))
    .orderBy(inOrder(choices));
}

/** Every case that is asked for, in order. */
export async function caseRefs(db: Database, userId: number, choices: Choices): Promise<string[]> {
  return (await refsAsked(db, userId, choices)).map(({ ref }) => ref);
}

const ROW = {
  ...getTableColumns(cases),
  session_start_at: sql<number>`${sessions.start_at}`.as("session_start_at"),
  session_end_at: sql<number>`${sessions.end_at}`.as("session_end_at"),
  element: sql<string | null>`${jobPlanElements.description}`.as("element"),
  fee: feeJson.as("fee"),
  in_leave: sql`${fallsInLeave}`.mapWith(Boolean).as("in_leave"),
};

function rows(db: Database) {
  return db
    .select(ROW)
    .from(cases)
    .innerJoin(sessions, inItsSession)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .leftJoin(fees, refersTo(fees.case_ref, cases));
}

/** One page of the table, in order: only its own rows are looked at closely. For a page's batch. */
export function casePage(db: Database, userId: number, choices: Choices) {
  const page = refsAsked(db, userId, choices)
    .limit(ROWS_A_PAGE)
    .offset((choices.page - 1) * ROWS_A_PAGE);
  return rows(db)
    .where(and(eq(cases.user_id, userId), sql`${cases.unique_ref} IN ${page}`))
    .orderBy(inOrder(choices));
}

/** Those of some references, in no order. */
export function casesOf(db: Database, userId: number, refs: readonly string[]) {
  return rows(db).where(
    sql`${cases.user_id} = ${userId} AND ${cases.unique_ref} IN (SELECT each.value FROM json_each(${JSON.stringify(refs)}) AS each)`,
  );
}

export type CaseDataRow = Awaited<ReturnType<typeof casePage>>[number];

/** How many there are. For a page's batch. */
export function caseTotals(db: Database, userId: number, choices: Choices) {
  return db
    .select({ n: sql<number>`count(*)`.mapWith(Number).as("n") })
    .from(sessions)
    .innerJoin(cases, inItsSession)
    .where(and(...casesAsked(userId, choices)));
}
