import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { cases } from "~/cases/table.server";
import { feesOf } from "~/claims/payers.server";
import type { ClaimOwner } from "~/claims/queries.server";
import { claims } from "~/claims/table.server";
import type { Database } from "~/db/database.server";
import { sessions } from "~/sessions/table.server";

/**
 * Moves on the versions of the sessions and cases that fees belong to. Their forms hold the fee too: one that was
 * opened before is told, instead of writing an older fee over this one. In the batch that changes the fees: before
 * they are deleted, after they are made.
 * @param which of `claims`
 */
export function ownersMoveOn(db: Database, userId: number, which: SQL | undefined, now: number) {
  const these = and(eq(claims.user_id, userId), which);
  const ofSessions = db.select({ ref: claims.session_ref }).from(claims).where(these);
  const ofCases = db.select({ ref: claims.case_ref }).from(claims).where(these);
  const own = (column: SQLiteColumn) => eq(column, userId);
  return [
    db
      .update(sessions)
      .set({ version: sql`${sessions.version} + 1`, updated_at: now })
      .where(and(own(sessions.user_id), inArray(sessions.unique_ref, ofSessions))),
    db
      .update(cases)
      .set({ version: sql`${cases.version} + 1`, updated_at: now })
      .where(and(own(cases.user_id), inArray(cases.unique_ref, ofCases))),
  ] as const;
}

/** As `ownersMoveOn`, of a session or case whose fee is new. */
export function ownersOf(db: Database, userId: number, owner: ClaimOwner, now: number) {
  const which = "case_ref" in owner ? eq(claims.case_ref, owner.case_ref) : eq(claims.session_ref, owner.session_ref);
  return ownersMoveOn(db, userId, which, now);
}

/** As `ownersMoveOn`, of all fees that name a payer. */
export function ownersOfPayer(db: Database, userId: number, name: string, now: number) {
  return ownersMoveOn(db, userId, feesOf(userId, sql`${name}`), now);
}
