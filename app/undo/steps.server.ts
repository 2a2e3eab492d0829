import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { undoSteps } from "~/db/undo-steps.server";

/** What a step holds, counted by the database: its rows may be two megabytes of JSON. */
function held(column: typeof undoSteps.deleted | typeof undoSteps.made, table: "sessions" | "cases" | "claims") {
  return sql<number>`coalesce(json_array_length(${column}, ${sql.raw(`'$.${table}'`)}), 0)`.mapWith(Number);
}

/** True for a step that was taken back, or that found nothing to hold: no row is left in it. */
const spent = sql`(${rowsIn(undoSteps.deleted)} + ${rowsIn(undoSteps.made)} = 0)`;

function rowsIn(column: typeof undoSteps.deleted | typeof undoSteps.made) {
  return sql`(SELECT total(json_array_length(rows_of.value)) FROM json_each(${column}) AS rows_of)`;
}

/** One step of a user, however old. For a page's batch; empty when it is not the user's. */
export function stepRow(db: Database, userId: number, stepRef: string) {
  return db
    .select({
      unique_ref: undoSteps.unique_ref,
      says: undoSteps.says,
      created_at: undoSteps.created_at,
      expires_at: undoSteps.expires_at,
      spent: sql<number>`${spent}`.mapWith(Boolean).as("spent"),
      sessionsDeleted: held(undoSteps.deleted, "sessions").as("sessions_deleted"),
      casesDeleted: held(undoSteps.deleted, "cases").as("cases_deleted"),
      feesDeleted: held(undoSteps.deleted, "claims").as("fees_deleted"),
      sessionsMade: held(undoSteps.made, "sessions").as("sessions_made"),
      casesMade: held(undoSteps.made, "cases").as("cases_made"),
      feesMade: held(undoSteps.made, "claims").as("fees_made"),
    })
    .from(undoSteps)
    .where(ofUser(userId, stepRef));
}

export type StepRow = Awaited<ReturnType<typeof stepRow>>[number];

/** What a user can still take back, the last first. For a page's batch. */
export function openSteps(db: Database, userId: number, now: number) {
  return db
    .select({ unique_ref: undoSteps.unique_ref, says: undoSteps.says, created_at: undoSteps.created_at })
    .from(undoSteps)
    .where(and(eq(undoSteps.user_id, userId), gt(undoSteps.expires_at, now), sql`NOT ${spent}`))
    .orderBy(desc(undoSteps.created_at), desc(undoSteps.unique_ref));
}

export function ofUser(userId: number, stepRef: string) {
  return and(eq(undoSteps.user_id, userId), eq(undoSteps.unique_ref, stepRef));
}
