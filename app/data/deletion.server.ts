import { countAllCases, deleteAllCases } from "~/cases/delete-all.server";
import { deleteAllClaims } from "~/claims/delete-all.server";
import { deleteAllImports } from "~/csv-import/delete-all.server";
import type { Database } from "~/db/database.server";
import { deleteAllUndoSteps } from "~/db/undo-steps.server";
import { countAllPlans, deleteAllPlans } from "~/job-plans/delete-all.server";
import { deleteAllLeave } from "~/leave/delete-all.server";
import { deleteAllProfile } from "~/profile/delete-all.server";
import { countAllSessions, deleteAllSessions } from "~/sessions/delete-all.server";
import { deleteAllReports } from "~/reports/delete-all.server";

/** Statements that take a whole diary away, in the order that its foreign keys ask for. */
export function deleteDiary(db: Database, userRef: string) {
  return [
    ...deleteAllUndoSteps(db, userRef),
    ...deleteAllImports(db, userRef),
    ...deleteAllClaims(db, userRef),
    ...deleteAllCases(db, userRef),
    ...deleteAllSessions(db, userRef),
    ...deleteAllLeave(db, userRef),
    ...deleteAllPlans(db, userRef),
    ...deleteAllProfile(db, userRef),
    ...deleteAllReports(db, userRef),
  ] as const;
}

/** How much a diary holds, in one batch. */
export async function countDiary(db: Database, userRef: string) {
  const [[plans], [sessions], [cases]] = await db.batch([
    countAllPlans(db, userRef),
    countAllSessions(db, userRef),
    countAllCases(db, userRef),
  ]);
  return { plans: plans?.n ?? 0, sessions: sessions?.n ?? 0, cases: cases?.n ?? 0 };
}
