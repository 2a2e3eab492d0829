import { eq, type SQL, sql } from "drizzle-orm";
import { auditLineBy } from "~/account/audit.server";
import { checkReauthentication, type Reauthentication } from "~/account/factors/reauthentication.server";
import { type Asked, turnAwayEnded } from "~/account/guard.server";
import { users } from "~/account/table.server";
import { deletePart } from "~/data/deletion.server";
import { forgetChanges } from "~/diary/beside-changes.server";
import { cases } from "~/diary/cases/table.server";
import { dropUnnamedPayers } from "~/diary/fees/payer-names.server";
import { fees } from "~/diary/fees/table.server";
import { importRows, imports } from "~/import/table.server";
import { isStale } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { Part } from "./form";

const ofCases = sql`${fees.case_ref} IS NOT NULL`;

function count(table: typeof cases | typeof fees | typeof imports | typeof importRows, userId: number, more?: SQL) {
  return sql<number>`(SELECT count(*) FROM ${table} WHERE ${table.user_id} = ${userId} ${more ? sql`AND ${more}` : sql``})`;
}

/** How much of each part there is. For a page's batch. */
export function partCounts(db: Database, userId: number) {
  return db
    .select({
      cases: count(cases, userId).mapWith(Number).as("n_cases"),
      fees: count(fees, userId, ofCases).mapWith(Number).as("n_fees"),
      imports: count(imports, userId).mapWith(Number).as("n_imports"),
      rows: count(importRows, userId).mapWith(Number).as("n_rows"),
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
  { part, shown, ...given }: Reauthentication & { part: Part; shown: string },
): Promise<{ errors: Record<string, string>; status: number } | { message: string }> {
  const refused = await checkReauthentication(asked, given);
  if (refused) return refused;
  const { db, user } = asked;
  const userId = user.id;
  const [counts] = await partCounts(db, userId);
  if (!counts || countsText(counts) !== shown) return { errors: { "": CHANGED }, status: 409 };
  try {
    await db
      .batch([
        asShown(db, userId, shown),
        auditLineBy(asked, "some-data-deleted"),
        // What was deleted before could come back into what is gone now.
        forgetChanges(db, userId),
        ...deletePart(db, userId, part),
        dropUnnamedPayers(db, sql`= ${userId}`),
      ])
      .catch(turnAwayEnded(request));
  } catch (error) {
    if (!isStale(error)) throw error;
    return { errors: { "": CHANGED }, status: 409 };
  }
  return { message: part === "cases" ? "All cases deleted" : "All imported files deleted" };
}

/** The statement that fails its batch, as `isStale` knows, where something has come in since the page was shown. */
function asShown(db: Database, userId: number, shown: string) {
  const parts = [count(cases, userId), count(fees, userId, ofCases), count(imports, userId), count(importRows, userId)];
  const now = sql.join(parts, sql` || ',' || `);
  return db
    .update(users)
    .set({ version: sql`CASE WHEN ${now} = ${shown} THEN ${users.version} END` })
    .where(eq(users.id, userId));
}
