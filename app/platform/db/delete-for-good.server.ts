import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { data } from "react-router";
import { isStale, sameVersion } from "./columns.server";
import type { Database } from "./database.server";

/** A row that nothing hangs on and that cannot come back, at the version that its page showed. */
interface Deletion {
  table: SQLiteTable & { version: SQLiteColumn };
  /** Finds the row, by its owner too. */
  where: SQL | undefined;
  version: number;
  /** In the same batch, after it. */
  after?: readonly BatchItem<"sqlite">[];
}

/** @returns "changed" when the row was saved since it was shown. @throws 404 when it is not there, or not the user's. */
export async function deleteForGood(
  db: Database,
  { table, where, version, after = [] }: Deletion,
): Promise<"deleted" | "changed"> {
  try {
    const [there] = await db.batch([
      db
        .update(table)
        .set({ version: sameVersion(table.version, version) })
        .where(where),
      db.delete(table).where(where),
      ...after,
    ]);
    if (there.meta.changes === 0) throw data(null, { status: 404 });
    return "deleted";
  } catch (error) {
    if (isStale(error)) return "changed";
    throw error;
  }
}
