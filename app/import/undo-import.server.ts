import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Asked } from "~/account/guard.server";
import { cases } from "~/diary/cases/table.server";
import { writeChange } from "~/diary/changes.server";
import { ofUser } from "./conditions.server";
import { formatCases } from "./figures";
import { casesOfImport, type Going, onePastImport, workedOn } from "./imports.server";
import { importRows, imports } from "./table.server";

/**
 * Takes all that an import placed out of the diary, with what hangs on it, and its rows, in one batch; and nothing
 * unless exactly what was shown would go. A second time changes nothing. Undone itself it brings the cases back, for
 * good: the import has no rows any more.
 * @throws 404 when the import is not there, or not the user's.
 */
export async function undoImport(
  asked: Asked,
  importRef: string,
  shown: Pick<Going, "cases" | "edited" | "fees">,
): Promise<{ result: "undone"; undo: string | null } | { result: "changed" } | { result: "before" }> {
  const { db, userId, now } = asked;
  const { state } = await onePastImport(asked, importRef);
  if (state === "undone") return { result: "before" };

  const ofImport = and(eq(importRows.user_id, userId), eq(importRows.import_ref, importRef));
  const caseRefs = sql`(SELECT ${importRows.case_ref} FROM ${importRows} WHERE ${ofImport})`;
  const count = (more: SQL) =>
    sql`(SELECT count(*) FROM ${casesOfImport(sql`r.user_id = ${userId} AND r.import_ref = ${importRef}`)} ${more})`;
  const fees = sql`(SELECT count(*) FROM import_rows AS r JOIN fees AS fee ON fee.case_ref = r.case_ref
    AND fee.user_id = r.user_id WHERE r.user_id = ${userId} AND r.import_ref = ${importRef})`;
  const isAsShown = sql`${count(sql``)} = ${shown.cases} AND ${count(sql`AND ${workedOn}`)} = ${shown.edited}
    AND ${fees} = ${shown.fees}`;
  const written = await writeChange(asked, {
    message: `Import undone, ${formatCases(shown.cases)}`,
    guards: { isAsShown },
    alongside: [
      db.update(imports).set({ undone_at: now, updated_at: now }).where(ofUser(userId, importRef)),
      db.delete(cases).where(sql`${cases.user_id} = ${userId} AND ${cases.unique_ref} IN ${caseRefs}`),
      db.delete(importRows).where(ofImport),
    ],
  });
  if (written.result !== "written") return { result: "changed" };
  return { result: "undone", undo: shown.cases > 0 ? written.undo : null };
}
