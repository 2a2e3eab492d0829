import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Asked } from "~/accounts/guard.server";
import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import { isRefused } from "~/db/columns.server";
import { ofUser } from "./conditions.server";
import { casesOfImport, type Going, onePastImport, workedOn } from "./imports.server";
import { importRows, imports } from "./table.server";

/**
 * Takes all that an import placed out of the diary, with what hangs on it, and its rows, in one batch; and nothing
 * unless exactly what was shown would go. A second time changes nothing.
 * @throws 404 when the import is not there, or not the user's.
 */
export async function undoImport(
  asked: Asked,
  importRef: string,
  shown: Pick<Going, "cases" | "edited" | "fees">,
): Promise<"undone" | "changed" | "before"> {
  const { db, user, now } = asked;
  const userId = user.id;
  const { state } = await onePastImport(asked, importRef);
  if (state === "undone") return "before";

  const ofImport = and(eq(importRows.user_id, userId), eq(importRows.import_ref, importRef));
  const caseRefs = sql`(SELECT ${importRows.case_ref} FROM ${importRows} WHERE ${ofImport})`;
  const count = (more: SQL) =>
    sql`(SELECT count(*) FROM ${casesOfImport(sql`r.user_id = ${userId} AND r.import_ref = ${importRef}`)} ${more})`;
  const fees = sql`(SELECT count(*) FROM import_rows AS r JOIN claims AS fee ON fee.case_ref = r.case_ref
    AND fee.user_id = r.user_id WHERE r.user_id = ${userId} AND r.import_ref = ${importRef})`;
  const isAsShown = sql`${count(sql``)} = ${shown.cases} AND ${count(sql`AND ${workedOn}`)} = ${shown.edited}
    AND ${fees} = ${shown.fees}`;
  try {
    await db.batch([
      // Unless all is as shown it comes out NULL, which the column refuses: the batch fails as one.
      db
        .update(imports)
        .set({ undone_at: now, updated_at: sql`CASE WHEN ${isAsShown} THEN ${now} END` })
        .where(ofUser(userId, importRef)),
      db.delete(claims).where(sql`${claims.user_id} = ${userId} AND ${claims.case_ref} IN ${caseRefs}`),
      db.delete(cases).where(sql`${cases.user_id} = ${userId} AND ${cases.unique_ref} IN ${caseRefs}`),
      db.delete(importRows).where(ofImport),
    ]);
    return "undone";
  } catch (error) {
    if (isRefused(error, "imports.updated_at")) return "changed";
    throw error;
  }
}
