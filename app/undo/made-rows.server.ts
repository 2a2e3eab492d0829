import { and, eq, gt, or, sql } from "drizzle-orm";
import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import type { Database } from "~/db/database.server";
import { undoSteps } from "~/db/undo-steps.server";
import { sessions } from "~/sessions/table.server";
import { changedBy, isPutBack } from "./put-back-changes.server";
import { ofUser } from "./steps.server";

/** The references that an open step made. */
function made(table: "sessions" | "claims", userId: number, stepRef: string, now: number) {
  return sql`(SELECT made_row.value FROM ${undoSteps}, json_each(${undoSteps.made}, ${sql.raw(`'$.${table}'`)}) AS made_row
    WHERE ${and(ofUser(userId, stepRef), gt(undoSteps.expires_at, now))})`;
}

/** Nobody has changed it, and no case hangs on it; nor a fee, but for one that the same act made. */
export function untouchedSession(userId: number, stepRef: string, now: number) {
  return and(
    eq(sessions.user_id, userId),
    sql`${sessions.unique_ref} IN ${made("sessions", userId, stepRef, now)}`,
    sql`${sessions.unique_ref} NOT IN ${changedBy(and(ofUser(userId, stepRef), gt(undoSteps.expires_at, now)))}`,
    asMade(userId, stepRef),
    sql`NOT EXISTS (SELECT 1 FROM ${cases} WHERE ${cases.user_id} = ${userId} AND ${cases.session_ref} = ${sessions.unique_ref})`,
    sql`NOT EXISTS (SELECT 1 FROM ${claims} WHERE ${claims.user_id} = ${userId} AND ${claims.session_ref} = ${sessions.unique_ref})`,
  );
}

/** Of the version that the step made, or that again after what changed it was taken back. */
function asMade(userId: number, stepRef: string) {
  const putBack = sql`EXISTS (SELECT 1 FROM ${undoSteps} WHERE ${ofUser(userId, stepRef)} AND ${isPutBack(sql`${sessions}`)})`;
  return or(eq(sessions.version, 1), putBack);
}

/** A fee goes only with its session. */
export function untouchedClaim(userId: number, stepRef: string, now: number) {
  return and(
    eq(claims.user_id, userId),
    sql`${claims.unique_ref} IN ${made("claims", userId, stepRef, now)}`,
    eq(claims.version, 1),
    sql`${claims.session_ref} IN (SELECT ${sessions.unique_ref} FROM ${sessions} WHERE ${sessions.user_id} = ${userId}
      AND ${sessions.unique_ref} IN ${made("sessions", userId, stepRef, now)} AND ${asMade(userId, stepRef)}
      AND NOT EXISTS (SELECT 1 FROM ${cases} WHERE ${cases.user_id} = ${userId} AND ${cases.session_ref} = ${sessions.unique_ref}))`,
  );
}

/** How many sessions that the step made are still in the diary. */
export function stillThere(db: Database, userId: number, stepRef: string) {
  return db
    .select({ sessions: sql<number>`count(*)`.mapWith(Number).as("sessions") })
    .from(sessions)
    .where(
      and(
        eq(sessions.user_id, userId),
        sql`${sessions.unique_ref} IN (SELECT made_row.value FROM ${undoSteps}, json_each(${undoSteps.made}, '$.sessions') AS made_row
          WHERE ${ofUser(userId, stepRef)})`,
      ),
    );
}
