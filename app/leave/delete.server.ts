import { and, eq, sql } from "drizzle-orm";
import { data } from "react-router";
import { isStale, newRef, sameVersion } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { keepForUndo, stepThatDeleted } from "~/db/undo-steps.server";
import { thisLeave } from "./queries.server";
import { leave, lieuLedger } from "./table.server";

/**
 * Takes a leave away at the version that was shown, with the line of time in lieu that was spent on it. A form that is
 * sent again, because its answer was lost, is answered as it was.
 * @returns the step that undoes it. @throws 404 when it is not there, or not the user's.
 */
export async function deleteLeave(
  db: Database,
  userRef: string,
  leaveRef: string,
  version: number,
  now: number,
): Promise<{ undo: string | null } | "changed"> {
  const undo = newRef();
  const spent = and(eq(lieuLedger.user_ref, userRef), eq(lieuLedger.leave_ref, leaveRef));
  const deletes = [
    { table: leave, where: sql`${thisLeave(userRef, leaveRef)}` },
    { table: lieuLedger, where: sql`${spent}` },
  ];
  try {
    const [, kept, , gone] = await db.batch([
      db
        .update(leave)
        .set({ version: sameVersion(leave.version, version) })
        .where(thisLeave(userRef, leaveRef)),
      keepForUndo(db, userRef, { ref: undo, says: "Leave deleted", deletes }, now),
      db.delete(lieuLedger).where(spent),
      db.delete(leave).where(thisLeave(userRef, leaveRef)),
    ]);
    if (gone.meta.changes > 0) return { undo: kept.meta.changes > 0 ? undo : null };
  } catch (error) {
    if (isStale(error)) return "changed";
    throw error;
  }
  const before = await stepThatDeleted(db, userRef, leave, leaveRef, now);
  if (before?.row.version !== version) throw data(null, { status: 404 });
  return { undo: before.ref };
}
