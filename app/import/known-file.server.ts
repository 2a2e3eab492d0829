import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Asked } from "~/account/guard.server";
import type { Database } from "~/platform/db/database.server";
import { shortDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import type { CsvMapping } from "./fields";
import type { FileFacts } from "./rules";
import { imports } from "./table.server";

/** An import of the very same file. */
export interface EarlierImport {
  unique_ref: string;
  created_at: number;
  /** `Sat 21 Nov 2026`. */
  day: string;
  /** That it brought, or is to bring. */
  rows: number;
  complete: boolean;
  cleared: boolean;
}

/** The imports of a file that were not undone, newest first. For an action's batch. */
export function importsOfFile(db: Database, userId: number, fileHash: string) {
  return db
    .select()
    .from(imports)
    .where(and(eq(imports.user_id, userId), eq(imports.file_hash, fileHash), isNull(imports.undone_at)))
    .orderBy(desc(imports.created_at), desc(sql`rowid`));
}

function earlier(row: typeof imports.$inferSelect): EarlierImport {
  return {
    unique_ref: row.unique_ref,
    created_at: row.created_at,
    day: shortDate(londonToday(row.created_at)),
    rows: row.rows_expected - row.rows_known,
    complete: row.complete_at !== null,
    cleared: row.cleared_at !== null || row.wiped_at !== null,
  };
}

/** What is known before a file is mapped: how its layout was mapped last, and when it was imported before. */
export async function knownFile(
  { db, user }: Asked,
  { layout, file_hash }: Pick<FileFacts, "layout" | "file_hash">,
): Promise<{ mapping: CsvMapping | null; earlier: EarlierImport | null }> {
  const [[last], [same]] = await db.batch([
    db
      .select({ mapping: imports.mapping })
      .from(imports)
      .where(and(eq(imports.user_id, user.id), eq(imports.layout, layout)))
      .orderBy(desc(imports.created_at), desc(sql`rowid`))
      .limit(1),
    importsOfFile(db, user.id, file_hash).limit(1),
  ]);
  return { mapping: last?.mapping ?? null, earlier: same ? earlier(same) : null };
}
