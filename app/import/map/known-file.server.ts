import { and, desc, eq, sql } from "drizzle-orm";
import type { RequestContext } from "~/account/guard.server";
import type { NamedOption } from "~/diary/case-lines/line-case";
import { customOptions } from "~/diary/cases/options.server";
import type { Database } from "~/platform/db/database.server";
import { shortDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import { isPlacedThere } from "../conditions.server";
import type { CsvMapping, WordTable } from "../fields";
import type { MapChoices } from "../parse/map-rows";
import { type FileFacts, lastingAnswers, type StoredLines } from "../read-file";
import { importsOfFile } from "../stage/begin.server";
import { namedOptions, withoutDeletedOptions } from "../stage/own-options.server";
import { imports } from "../table.server";

export type EarlierImport = ReturnType<typeof earlier>;

type Import = typeof imports.$inferSelect;

function earlier(row: Import) {
  return {
    unique_ref: row.unique_ref,
    created_at: row.created_at,
    /** `Sat 21 Nov 2026`. */
    day: shortDate(londonToday(row.created_at)),
    /** Rows that it brought, or is to bring. */
    rows: row.rows_expected - row.rows_known,
    complete: row.complete_at !== null,
    cleared: row.cleared_at !== null || row.wiped_at !== null,
  };
}

export interface KnownFile {
  mapping: CsvMapping | null;
  words: WordTable;
  /** How the last file of the layout was read, where this holds for the next one. */
  answers: MapChoices;
  /** Options of the user's own that are offered. */
  own: NamedOption[];
  earlier: EarlierImport | null;
  there: StoredLines | null;
}

/** What is known before a file is mapped: how its layout was mapped last, and when it was imported before. */
export async function knownFile(
  { db, user }: RequestContext,
  { layout, file_hash }: Pick<FileFacts, "layout" | "file_hash">,
): Promise<KnownFile> {
  const [[last], [same], [lines], custom] = await db.batch([
    db
      .select({ mapping: imports.mapping, choices: imports.choices })
      .from(imports)
      .where(and(eq(imports.user_id, user.id), eq(imports.layout, layout)))
      .orderBy(desc(imports.created_at), desc(sql`rowid`))
      .limit(1),
    importsOfFile(db, user.id, file_hash),
    linesOfFile(db, user.id, file_hash),
    customOptions(db, user.id),
  ]);
  const own = namedOptions(custom);
  return {
    mapping: last?.mapping ?? null,
    answers: lastingAnswers(last?.choices ?? {}),
    words: withoutDeletedOptions(last?.choices.words ?? {}, own),
    own,
    earlier: same ? earlier(same) : null,
    there: same && lines ? { mapping: same.mapping, choices: same.choices, ...lines } : null,
  };
}

/** Statement: counts the lines of a file that are not imported again, by the rule of `isKnown` in `receive.server`. */
function linesOfFile(db: Database, userId: number, fileHash: string) {
  const refs = sql`SELECT ${imports.unique_ref} FROM ${imports}
    WHERE ${imports.user_id} = ${userId} AND ${imports.file_hash} = ${fileHash} AND ${imports.undone_at} IS NULL`;
  const lines = sql`SELECT max(${isPlacedThere}) AS placed
    FROM import_rows AS there WHERE there.user_id = ${userId} AND there.import_ref IN (${refs})
      AND (there.wiped_at IS NULL OR ${isPlacedThere}) GROUP BY there.line`;
  return db
    .select({
      stored: sql<number>`count(*)`.mapWith(Number).as("stored"),
      placed: sql<number>`total(placed)`.mapWith(Number).as("placed"),
    })
    .from(sql`(${lines})`);
}
