import { eq, type SQL, sql } from "drizzle-orm";
import { auditLineBy } from "~/accounts/audit.server";
import { type Asked, turnAwayEnded } from "~/accounts/guard.server";
import { users } from "~/accounts/table.server";
import { checkProof, type GivenProof } from "~/accounts/two-factor/proof.server";
import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import { importRows, imports } from "~/csv-import/table.server";
import { deletePart } from "~/data/deletion.server";
import { isStale } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { deleteAllUndoSteps } from "~/db/undo-steps.server";
import type { Part } from "./form";

const ofCases = sql`${claims.case_ref} IS NOT NULL`;

function count(table: typeof cases | typeof claims | typeof imports | typeof importRows, userRef: string, more?: SQL) {
  return sql<number>`(SELECT count(*) FROM ${table} WHERE ${table.user_ref} = ${userRef} ${more ? sql`AND ${more}` : sql``})`;
}

/** How much of each part there is. For a page's batch. */
export function partCounts(db: Database, userRef: string) {
  return db
    .select({
      cases: count(cases, userRef).mapWith(Number).as("n_cases"),
      fees: count(claims, userRef, ofCases).mapWith(Number).as("n_fees"),
      imports: count(imports, userRef).mapWith(Number).as("n_imports"),
      rows: count(importRows, userRef).mapWith(Number).as("n_rows"),
    })
    .from(sql`(SELECT 1)`);
}

export type PartCounts = Awaited<ReturnType<typeof partCounts>>[number];

/** As a form carries them: what goes must be what was shown. */
export function countsText({ cases, fees, imports, rows }: PartCounts): string {
  return [cases, fees, imports, rows].join();
}

const CHANGED =
  "Your data changed after you opened this page, so nothing is deleted. What is there now is shown: send it again if it should still go";

/**
 * Takes all cases away, with their options and fees, or all imported files: for good, in one batch, against the
 * password, and only what was shown.
 * @throws Response to /login/ where the login that asks was ended meanwhile.
 */
export async function deleteSome(
  asked: Asked,
  request: Request,
  { part, shown, ...given }: GivenProof & { part: Part; shown: string },
): Promise<{ errors: Record<string, string>; status: number } | { says: string }> {
  const refused = await checkProof(asked, given);
  if (refused) return refused;
  const { db, user } = asked;
  const userRef = user.unique_ref;
  const [counts] = await partCounts(db, userRef);
  if (!counts || countsText(counts) !== shown) return { errors: { "": CHANGED }, status: 409 };
  try {
    await db
      .batch([
        asShown(db, userRef, shown),
        auditLineBy(asked, "some-data-deleted"),
        // What was deleted before could come back into what is gone now.
        ...deleteAllUndoSteps(db, userRef),
        ...deletePart(db, userRef, part),
      ])
      .catch(turnAwayEnded(request));
  } catch (error) {
    if (!isStale(error)) throw error;
    return { errors: { "": CHANGED }, status: 409 };
  }
  return { says: part === "cases" ? "All cases deleted" : "All imported files deleted" };
}

/** The statement that fails its batch, as `isStale` knows, where something has come in since the page was shown. */
function asShown(db: Database, userRef: string, shown: string) {
  const parts = [
    count(cases, userRef),
    count(claims, userRef, ofCases),
    count(imports, userRef),
    count(importRows, userRef),
  ];
  const now = sql.join(parts, sql` || ',' || `);
  return db
    .update(users)
    .set({ version: sql`CASE WHEN ${now} = ${shown} THEN ${users.version} END` })
    .where(eq(users.unique_ref, userRef));
}
