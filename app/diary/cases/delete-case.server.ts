import { sql } from "drizzle-orm";
import { deletionForm, writeChange } from "~/diary/changes.server";
import type { Asker } from "~/platform/context";
import type { Refusal } from "~/platform/http/refusal.server";
import { ofSession } from "./queries.server";
import { changedElsewhere } from "./refusal.server";
import { cases } from "./table.server";

const CHANGED =
  "This case was changed elsewhere after you opened this page, and is not deleted. It is shown below as it is now: delete it again if it should still go";

/**
 * Deletes a case with its fee. Its form says the version alone: sent again it is answered as it was.
 * @returns what undoes it, null when that is too long ago. @throws 404 when it is not there, or not of this session.
 */
export async function deleteCase(
  by: Asker,
  sessionRef: string,
  caseRef: string,
  version: number,
): Promise<Refusal | { undo: string | null }> {
  const written = await writeChange(by, {
    message: "Case deleted",
    form: deletionForm({ ref: caseRef, version, fingerprint: sessionRef }),
    seen: [{ part: "cases", ref: caseRef, version }],
    guards: { isOfSession: sql`EXISTS (SELECT 1 FROM ${cases} WHERE ${ofSession(by.userId, sessionRef, caseRef)})` },
    deletes: [{ part: "cases", refs: [caseRef] }],
  });
  if (written.result === "written" || written.result === "repeated") return { undo: written.undo };
  return changedElsewhere(by, sessionRef, caseRef, CHANGED);
}
