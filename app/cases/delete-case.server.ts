import { sql } from "drizzle-orm";
import { data } from "react-router";
import { claims, ownClaims } from "~/claims/table.server";
import { isStale, newRef, sameVersion } from "~/db/columns.server";
import { keepForUndo, stepThatDeleted } from "~/db/undo-steps.server";
import type { Refusal } from "~/http/refusal.server";
import { ofSession } from "./queries.server";
import { changedElsewhere, type Reader } from "./refusal.server";
import { caseOptions, cases, ownOptions } from "./table.server";

const CHANGED =
  "This case was changed elsewhere after you opened this page, and is not deleted. It is shown below as it is now: delete it again if it should still go";

/**
 * Takes a case away with all that hangs on it, at the version that was shown. A form that is sent again, because its
 * answer was lost, is answered as it was.
 * @returns the step that undoes it. @throws 404 when it is not there, or not the user's.
 */
export async function deleteCase(
  { now, ...reader }: Reader & { now: number },
  sessionRef: string,
  caseRef: string,
  version: number,
): Promise<Refusal | { undo: string | null }> {
  const { db, user } = reader;
  const userRef = user.unique_ref;
  const thisCase = ofSession(userRef, sessionRef, caseRef);
  const ref = db.select({ ref: cases.unique_ref }).from(cases).where(thisCase);
  const ofCase = sql`${ownOptions(userRef)} AND ${caseOptions.case_ref} = ${ref}`;
  const fee = sql`${ownClaims(userRef)} AND ${claims.case_ref} = ${ref}`;
  const undo = newRef();
  const deletes = [
    { table: cases, where: sql`${thisCase}` },
    { table: caseOptions, where: ofCase },
    { table: claims, where: fee },
  ];
  try {
    const [, kept, , , gone] = await db.batch([
      db
        .update(cases)
        .set({ version: sameVersion(cases.version, version) })
        .where(thisCase),
      keepForUndo(db, userRef, { ref: undo, says: "Case deleted", deletes }, now),
      db.delete(caseOptions).where(ofCase),
      db.delete(claims).where(fee),
      db.delete(cases).where(thisCase),
    ]);
    if (gone.meta.changes > 0) return { undo: kept.meta.changes > 0 ? undo : null };
  } catch (error) {
    if (!isStale(error)) throw error;
    return changedElsewhere(reader, sessionRef, caseRef, CHANGED);
  }
  const before = await stepThatDeleted(db, userRef, cases, caseRef, now);
  const same = before?.row.session_ref === sessionRef && before.row.version === version;
  if (!before || !same || before.counts.sessions) throw data(null, { status: 404 });
  return { undo: before.ref };
}
