import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { isAmong } from "~/changes/write-rows.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { SESSION_IS_LOCKED } from "~/diary/locks/locked-days.server";
import { fallsInLeave } from "~/diary/sessions/conditions.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { rowPages, textBytes, withBlobsAsHex } from "~/platform/db/row-pages.server";
import { type Choices, ROWS_PER_PAGE } from "./choices";
import { conditions, doubt, elementName, encryptedFeeNotes, feeJson, type Reads } from "./rows.server";

/** Approximate age in days, for sorting. */
const age = sql`cases.age * CASE cases.age_unit WHEN 'years' THEN 365.25 WHEN 'months' THEN 30.44 ELSE 1 END`;

const SORTS: Record<string, SQL> = {
  element: elementName,
  age,
  gender: sql`cases.gender`,
  asa: sql`cases.asa`,
  urgency: sql`cases.urgency`,
  supervision: sql`cases.supervision`,
  fee: sql`(SELECT fee.amount_pence FROM fees AS fee WHERE fee.user_id = cases.user_id AND fee.case_ref = cases.unique_ref)`,
};

/** Sort order: missing values come last in both directions; cases with equal values are sorted newest first. */
function inOrder({ sort, down }: Choices): SQL {
  const way = sql.raw(down ? "DESC" : "ASC");
  const by = SORTS[sort];
  const newest = sql`cases.start_at IS NULL, cases.start_at ${by ? sql.raw("DESC") : way}, cases.unique_ref`;
  if (!by) return sql`sessions.start_at ${way}, sessions.unique_ref, ${newest}`;
  return sql`${by} IS NULL, ${by} ${way}, sessions.start_at DESC, sessions.unique_ref, ${newest}`;
}

const STATUSES = { supervised: sql`cases.supervision IS NOT NULL`, alone: sql`cases.supervision IS NULL` };

const FAULTS = {
  no_end: sql`(cases.start_at IS NOT NULL AND cases.end_at IS NULL)`,
  no_age: sql`cases.age IS NULL`,
  no_asa: sql`cases.asa IS NULL`,
  identifier: sql`cases.identifier_suspected = 1`,
};

function asked(userId: number, choices: Choices): SQL | undefined {
  const own = { statuses: STATUSES, faults: FAULTS };
  return and(eq(cases.user_id, userId), ...conditions("cases", userId, choices, own));
}

const inItsSession = refersTo(cases.session_ref, sessions);

function refsAsked(db: Database, userId: number, choices: Choices) {
  return db
    .select({ ref: cases.unique_ref })
    .from(sessions)
    .innerJoin(cases, inItsSession)
    .where(asked(userId, choices))
    .orderBy(inOrder(choices));
}

/** Statement: references of all cases that the filters select, in order, in pages. @param texts whether texts will be read */
export function casePages(db: Database, userId: number, choices: Choices, texts: boolean) {
  return rowPages(db, {
    from: sql`${sessions} JOIN ${cases} ON ${inItsSession} WHERE ${asked(userId, choices)}`,
    ref: cases.unique_ref,
    size: texts ? textBytes(cases.text_encrypted) : sql`0`,
    order: inOrder(choices),
  });
}

function rowOf(reads: Reads) {
  return {
    ...withBlobsAsHex(getTableColumns(cases), !reads.texts),
    session_start_at: sql<number>`${sessions.start_at}`.as("session_start_at"),
    session_end_at: sql<number>`${sessions.end_at}`.as("session_end_at"),
    element: sessionName(),
    fee: feeJson.as("fee"),
    ...encryptedFeeNotes,
    in_leave: doubt(fallsInLeave, reads).as("in_leave"),
    locked: doubt(SESSION_IS_LOCKED, reads).as("locked"),
  };
}

function rows(db: Database, reads: Reads) {
  return db
    .select(rowOf(reads))
    .from(cases)
    .innerJoin(sessions, inItsSession)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .leftJoin(fees, refersTo(fees.case_ref, cases));
}

/**
 * Statement: one page of the table, in order. The costly columns are computed for its rows alone. For a page's batch.
 */
export function casePage(db: Database, userId: number, choices: Choices) {
  const page = refsAsked(db, userId, choices)
    .limit(ROWS_PER_PAGE)
    .offset((choices.page - 1) * ROWS_PER_PAGE);
  return rows(db, { texts: showsTexts(choices), doubts: true })
    .where(and(eq(cases.user_id, userId), sql`${cases.unique_ref} IN ${page}`))
    .orderBy(inOrder(choices));
}

const TEXTS = ["description", "complications", "reflection"];

export function showsTexts({ columns }: Pick<Choices, "columns">): boolean {
  return columns.some((id) => TEXTS.includes(id));
}

/** Statement: the cases of some references, in no order. */
export function casesOf(db: Database, userId: number, refs: readonly string[], reads: Reads) {
  return rows(db, reads).where(isAmong(cases, userId, refs));
}

export type CaseDataRow = Awaited<ReturnType<typeof casePage>>[number];

/** Statement: how many cases the filters select. For a page's batch. */
export function caseTotals(db: Database, userId: number, choices: Choices) {
  return db
    .select({ n: sql<number>`count(*)`.mapWith(Number).as("n") })
    .from(sessions)
    .innerJoin(cases, inItsSession)
    .where(asked(userId, choices));
}
