import { and, eq, gt, or, sql } from "drizzle-orm";
import { caseOptions, cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import { isInUse, isTaken } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { putRowsBack } from "~/db/undo-rows.server";
import { undoSteps } from "~/db/undo-steps.server";
import { jobPlanElements } from "~/job-plans/table.server";
import { inOneLine } from "~/sessions/sentences";
import { sessions } from "~/sessions/table.server";
import { overlapsOf, overlapWords } from "./overlaps.server";
import {
  asTheActLeft,
  changedBy,
  dropChangedFees,
  isPutBack,
  putChangesBack,
  rememberPutBack,
} from "./put-back-changes.server";
import { ofUser, stepRow } from "./steps.server";
import { changedBackWords, takenBackWords } from "./words";

/** Taken back, now or before, with what to tell and the sessions that went now; or why not. */
export type TakenBack =
  | { ok: true; says: string; before: boolean; gone: readonly { unique_ref: string; start_at: number }[] }
  | { ok: false; error: string };

const TOO_LATE = "An hour has passed since then: this can no longer be undone";
const THERE_AGAIN =
  "Nothing was put back: some of it is in the logbook again, put there in another way. To have it as it was when it was deleted, delete that first, then undo this";
/** The columns that two rows cannot share: of a row that is there again. */
const BACK_ALREADY = ["sessions.unique_ref", "cases.unique_ref", "case_options.case_ref", "claims."];
const SESSION_GONE = "Nothing was put back: the session that it belonged to has been deleted since. Undo that first";

/**
 * Takes an act back in one batch: rows that it deleted come back exactly as they were, and rows that it made go
 * again, and those that it changed are as before, unless somebody worked on them since. A second time does nothing.
 * @returns null when there is no such step of the user.
 */
export async function takeBack(db: Database, userRef: string, stepRef: string, now: number): Promise<TakenBack | null> {
  const open = and(ofUser(userRef, stepRef), gt(undoSteps.expires_at, now));
  const inPlaceOf = { element_ref: elementIfThere(userRef) };
  const deleted = sql`kept.value ->> '$.unique_ref' NOT IN ${changedBy(open)}`;
  const feesBack = sql`(coalesce(kept.value ->> '$.session_ref' NOT IN ${changedBy(open)}, TRUE)
    OR kept.value ->> '$.session_ref' IN ${asTheActLeft(open)})`;
  try {
    const [[step], overlaps, backSessions, backCases, , , backClaims, , changed, , gone, [left]] = await db.batch([
      stepRow(db, userRef, stepRef),
      overlapsOf(db, userRef, open),
      putRowsBack(db, sessions, open, { inPlaceOf, only: deleted }),
      putRowsBack(db, cases, open),
      putRowsBack(db, caseOptions, open),
      dropChangedFees(db, userRef, open),
      putRowsBack(db, claims, open, { only: feesBack }),
      rememberPutBack(db, userRef, stepRef, open, now),
      putChangesBack(db, userRef, open, now, inPlaceOf),
      db.delete(claims).where(untouchedClaim(userRef, stepRef, now)),
      db
        .delete(sessions)
        .where(untouchedSession(userRef, stepRef, now))
        .returning({ unique_ref: sessions.unique_ref, start_at: sessions.start_at }),
      stillThere(db, userRef, stepRef),
      db.update(undoSteps).set({ deleted: {}, made: {} }).where(open),
    ]);
    if (!step) return null;
    if (step.spent) return { ok: true, says: "This was undone before. Nothing has changed", before: true, gone: [] };
    if (step.expires_at <= now) return { ok: false, error: TOO_LATE };
    if (step.sessionsDeleted > 0 && step.sessionsMade > 0) {
      const words = changedBackWords(changed.meta.changes, left?.sessions ?? 0, step.sessionsMade);
      return {
        ok: true,
        says: inOneLine([words, overlapWords(overlaps, changed.meta.changes)]),
        before: false,
        gone: [],
      };
    }
    const says = takenBackWords({
      back: { sessions: backSessions.meta.changes, cases: backCases.meta.changes, fees: backClaims.meta.changes },
      made: step.sessionsMade > 0,
      gone: gone.length,
      left: left?.sessions ?? 0,
    });
    return {
      ok: true,
      says: inOneLine([says, overlapWords(overlaps, backSessions.meta.changes)]),
      before: false,
      gone,
    };
  } catch (error) {
    // All that comes back points at is there, but for the session of a case.
    if (isInUse(error)) return { ok: false, error: SESSION_GONE };
    if (BACK_ALREADY.some((column) => isTaken(error, column))) return { ok: false, error: THERE_AGAIN };
    throw error;
  }
}

/** A session whose element was deleted meanwhile comes back without. */
function elementIfThere(userRef: string) {
  return sql`(SELECT ${jobPlanElements.unique_ref} FROM ${jobPlanElements}
    WHERE ${jobPlanElements.unique_ref} = kept.value ->> '$.element_ref' AND ${jobPlanElements.user_ref} = ${userRef})`;
}

/** The references that an open step made. */
function made(table: "sessions" | "claims", userRef: string, stepRef: string, now: number) {
  return sql`(SELECT made_row.value FROM ${undoSteps}, json_each(${undoSteps.made}, ${sql.raw(`'$.${table}'`)}) AS made_row
    WHERE ${and(ofUser(userRef, stepRef), gt(undoSteps.expires_at, now))})`;
}

/** Nobody has changed it, and no case hangs on it; nor a fee, but for one that the same act made. */
function untouchedSession(userRef: string, stepRef: string, now: number) {
  return and(
    eq(sessions.user_ref, userRef),
    sql`${sessions.unique_ref} IN ${made("sessions", userRef, stepRef, now)}`,
    sql`${sessions.unique_ref} NOT IN ${changedBy(and(ofUser(userRef, stepRef), gt(undoSteps.expires_at, now)))}`,
    asMade(userRef, stepRef),
    sql`NOT EXISTS (SELECT 1 FROM ${cases} WHERE ${cases.user_ref} = ${userRef} AND ${cases.session_ref} = ${sessions.unique_ref})`,
    sql`NOT EXISTS (SELECT 1 FROM ${claims} WHERE ${claims.session_ref} = ${sessions.unique_ref})`,
  );
}

/** Of the version that the step made, or that again after what changed it was taken back. */
function asMade(userRef: string, stepRef: string) {
  const putBack = sql`EXISTS (SELECT 1 FROM ${undoSteps} WHERE ${ofUser(userRef, stepRef)} AND ${isPutBack(sql`${sessions}`)})`;
  return or(eq(sessions.version, 1), putBack);
}

/** A fee goes only with its session. */
function untouchedClaim(userRef: string, stepRef: string, now: number) {
  return and(
    eq(claims.user_ref, userRef),
    sql`${claims.unique_ref} IN ${made("claims", userRef, stepRef, now)}`,
    eq(claims.version, 1),
    sql`${claims.session_ref} IN (SELECT ${sessions.unique_ref} FROM ${sessions} WHERE ${sessions.user_ref} = ${userRef}
      AND ${sessions.unique_ref} IN ${made("sessions", userRef, stepRef, now)} AND ${asMade(userRef, stepRef)}
      AND NOT EXISTS (SELECT 1 FROM ${cases} WHERE ${cases.user_ref} = ${userRef} AND ${cases.session_ref} = ${sessions.unique_ref}))`,
  );
}

/** How many sessions that the step made are still in the diary. */
function stillThere(db: Database, userRef: string, stepRef: string) {
  return db
    .select({ sessions: sql<number>`count(*)`.mapWith(Number).as("sessions") })
    .from(sessions)
    .where(
      and(
        eq(sessions.user_ref, userRef),
        sql`${sessions.unique_ref} IN (SELECT made_row.value FROM ${undoSteps}, json_each(${undoSteps.made}, '$.sessions') AS made_row
          WHERE ${ofUser(userRef, stepRef)})`,
      ),
    );
}
