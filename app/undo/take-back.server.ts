import { and, gt, sql } from "drizzle-orm";
import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import { isInUse, isRefused, isTaken } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { putRowsBack } from "~/db/undo-rows.server";
import { undoSteps } from "~/db/undo-steps.server";
import { jobPlanElements } from "~/job-plans/table.server";
import { inOneLine } from "~/sessions/sentences";
import { sessions } from "~/sessions/table.server";
import {
  changedFeesThere,
  changesFees,
  feesAsLeft,
  madeFeesThere,
  moveOwnersOn,
  putFeesBack,
  takeFeesAway,
} from "./fees.server";
import { LEAVE_DAYS_TAKEN, putLeaveBack, SPENT_ON_NOTHING } from "./leave.server";
import { stillThere, untouchedClaim, untouchedSession } from "./made-rows.server";
import { overlapsOf, overlapWords } from "./overlaps.server";
import { casesAsLeft, changedCasesThere, putCasesBack, putDeletedCasesBack } from "./put-back-cases.server";
import { asTheActLeft, changedBy, dropChangedFees, putChangesBack, rememberPutBack } from "./put-back-changes.server";
import { ofUser, stepRow } from "./steps.server";
import { changedBackWords, takenBackWords } from "./words";

/** What of an act's own went with it, for the page that the button stood on. */
export interface GoneRow {
  unique_ref: string;
  /** Of a session. */
  start_at?: number;
}

/** Taken back, now or before, with what to tell and what went now; or why not. */
export type TakenBack =
  | { ok: true; says: string; before: boolean; gone: readonly GoneRow[] }
  | { ok: false; error: string };

const TOO_LATE = "An hour has passed since then: this can no longer be undone";
const THERE_AGAIN =
  "Nothing was put back: some of it is in the logbook again, put there in another way. To have it as it was when it was deleted, delete that first, then undo this";
/** The columns that two rows cannot share: of a row that is there again. */
const BACK_ALREADY: Readonly<Record<string, string>> = {
  "sessions.unique_ref": THERE_AGAIN,
  "cases.unique_ref": THERE_AGAIN,
  "claims.unique_ref": THERE_AGAIN,
  "claims.user_id": "Nothing was put back: that work has a fee again. Delete that fee first, then undo this",
  "leave.unique_ref": "Nothing was put back: this leave is there again. Delete it first, then undo this",
  "lieu_ledger.user_id":
    "Nothing was put back: there is a line of time in lieu for the same again. Delete that line first, then undo this",
};
const SESSION_GONE =
  "Nothing was put back: the session or case that it belonged to has been deleted since. Undo that first";
const LEAVE_GONE =
  "Nothing was put back: the leave that it was spent on has been deleted since, or takes no time in lieu now";
const DAYS_TAKEN =
  "Nothing was put back: other leave is on those days now. Change or delete that first, then undo this";

/**
 * Takes an act back in one batch: rows that it deleted come back exactly as they were, and rows that it made go
 * again, and those that it changed are as before, unless somebody worked on them since. A second time does nothing.
 * @returns null when there is no such step of the user.
 */
export async function takeBack(db: Database, userId: number, stepRef: string, now: number): Promise<TakenBack | null> {
  const open = and(ofUser(userId, stepRef), gt(undoSteps.expires_at, now));
  const inPlaceOf = { element_ref: elementIfThere(userId) };
  const deleted = sql`kept.value ->> '$.unique_ref' NOT IN ${changedBy(open)}`;
  const feesBack = sql`NOT ${changesFees} AND (coalesce(kept.value ->> '$.session_ref' NOT IN ${changedBy(open)}, TRUE)
    OR kept.value ->> '$.session_ref' IN ${asTheActLeft(open)})`;
  const remembered = { userId, stepRef, now };
  try {
    const [[step], overlaps, [fees], [casesThere], sessionsBack, casesBack, ...rest] = await db.batch([
      stepRow(db, userId, stepRef),
      overlapsOf(db, userId, open),
      changedFeesThere(db, userId, open),
      changedCasesThere(db, userId, open),
      putRowsBack(db, sessions, open, { inPlaceOf, only: deleted }),
      putDeletedCasesBack(db, open),
      ...putLeaveBack(db, open),
      dropChangedFees(db, userId, open),
      putRowsBack(db, claims, open, { only: feesBack }),
      rememberPutBack(db, remembered, sessions, asTheActLeft(open)),
      putChangesBack(db, userId, open, now, inPlaceOf),
      ...moveOwnersOn(db, userId, open, now),
      rememberPutBack(db, remembered, claims, feesAsLeft(open)),
      putFeesBack(db, userId, open, now),
      rememberPutBack(db, remembered, cases, casesAsLeft(open)),
      putCasesBack(db, userId, open),
      db.delete(claims).where(untouchedClaim(userId, stepRef, now)),
      takeFeesAway(db, userId, open),
      db
        .delete(sessions)
        .where(untouchedSession(userId, stepRef, now))
        .returning({ unique_ref: sessions.unique_ref, start_at: sessions.start_at }),
      stillThere(db, userId, stepRef),
      madeFeesThere(db, userId, open),
      db.update(undoSteps).set({ deleted: {}, made: {} }).where(open),
    ]);
    const [leaveBack, lieuBack, , claimsBack, , changed, , , , changedFees, , changedCases, ...taken] = rest;
    const [, feesGone, gone, [left], [feesLeft]] = taken;
    if (!step) return null;
    if (step.spent) return { ok: true, says: "This was undone before. Nothing has changed", before: true, gone: [] };
    if (step.expires_at <= now) return { ok: false, error: TOO_LATE };
    const done = (says: string, overlapping: number, gone: readonly GoneRow[] = []): TakenBack => {
      return { ok: true, says: inOneLine([says, overlapWords(overlaps, overlapping)]), before: false, gone };
    };
    if (step.sessionsDeleted > 0 && step.sessionsMade > 0) {
      const back = changed.meta.changes;
      return done(changedBackWords("sessions", { back, there: left?.sessions ?? 0, all: step.sessionsMade }), back);
    }
    if (step.feesDeleted > 0 && step.feesMade > 0 && step.sessionsMade === 0) {
      const back = changedFees.meta.changes;
      return done(changedBackWords("fees", { back, there: fees?.fees ?? 0, all: step.feesDeleted }), 0);
    }
    if (step.casesDeleted > 0 && step.casesMade > 0) {
      const back = changedCases.meta.changes;
      return done(changedBackWords("cases", { back, there: casesThere?.cases ?? 0, all: step.casesMade }), 0);
    }
    const says = takenBackWords({
      back: {
        sessions: sessionsBack.meta.changes,
        cases: casesBack.meta.changes,
        fees: claimsBack.meta.changes,
        leave: leaveBack.meta.changes,
        lieu: lieuBack.meta.changes,
      },
      made: step.sessionsMade > 0 ? "sessions" : step.feesMade > 0 ? "fees" : null,
      gone: { sessions: gone.length, fees: feesGone.length },
      left: step.sessionsMade > 0 ? (left?.sessions ?? 0) : (feesLeft?.fees ?? 0),
    });
    return done(says, sessionsBack.meta.changes, [...gone, ...feesGone]);
  } catch (error) {
    // All that comes back points at is there, but for the session of a case.
    if (isInUse(error)) return { ok: false, error: SESSION_GONE };
    if (isRefused(error, LEAVE_DAYS_TAKEN)) return { ok: false, error: DAYS_TAKEN };
    if (isRefused(error, SPENT_ON_NOTHING)) return { ok: false, error: LEAVE_GONE };
    const there = Object.entries(BACK_ALREADY).find(([column]) => isTaken(error, column));
    if (there) return { ok: false, error: there[1] };
    throw error;
  }
}

/** A session whose element was deleted meanwhile comes back without. */
function elementIfThere(userId: number) {
  return sql`(SELECT ${jobPlanElements.unique_ref} FROM ${jobPlanElements}
    WHERE ${jobPlanElements.unique_ref} = kept.value ->> '$.element_ref' AND ${jobPlanElements.user_id} = ${userId})`;
}
