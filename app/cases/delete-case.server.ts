import { sql } from "drizzle-orm";
import { claims } from "~/claims/table.server";
import { deleteOnce } from "~/db/delete-once.server";
import type { DeletedBy } from "~/db/undo-steps.server";
import type { Asker } from "~/http/context";
import type { Refusal } from "~/http/refusal.server";
import { ofSession } from "./queries.server";
import { changedElsewhere } from "./refusal.server";
import { cases } from "./table.server";

const CHANGED =
  "This case was changed elsewhere after you opened this page, and is not deleted. It is shown below as it is now: delete it again if it should still go";

/** Takes a case away with all that hangs on it, as `deleteOnce` does. */
export async function deleteCase(
  by: Asker,
  sessionRef: string,
  caseRef: string,
  version: number,
): Promise<Refusal | { undo: string | null }> {
  const { db, userId, now } = by;
  const thisCase = ofSession(userId, sessionRef, caseRef);
  const ref = db.select({ ref: cases.unique_ref }).from(cases).where(thisCase);
  const fee = sql`${claims.user_id} = ${userId} AND ${claims.case_ref} = ${ref}`;
  const deletion = {
    ...{ table: cases, ref: caseRef, where: thisCase, version, says: "Case deleted" },
    hanging: [{ table: claims, where: fee }],
    // Those that went with their session come back with it alone.
    isOfKind: ({ row, counts }: DeletedBy) => row.session_ref === sessionRef && !counts.sessions,
  };
  const deleted = await deleteOnce(db, userId, deletion, now);
  return deleted === "changed" ? changedElsewhere(by, sessionRef, caseRef, CHANGED) : deleted;
}
