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
import { type FileFacts, isSame, lastingAnswers, type StoredLines } from "../read-file";
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
  const [[last], ofFile, lines, [others], custom] = await db.batch([
    db
      .select({ mapping: imports.mapping, choices: imports.choices })
      .from(imports)
      .where(and(eq(imports.user_id, user.id), eq(imports.layout, layout)))
      .orderBy(desc(imports.created_at), desc(sql`rowid`))
      .limit(1),
    db.select().from(imports).where(ofThisFile(user.id, file_hash)).orderBy(desc(imports.created_at), desc(sql`rowid`)),
    linesOfFile(db, user.id, file_hash),
    rowsOfOthers(db, user.id, file_hash),
    customOptions(db, user.id),
  ]);
  const same = ofFile.find(({ undone_at }) => undone_at === null);
  const own = namedOptions(custom);
  return {
    mapping: last?.mapping ?? null,
    answers: lastingAnswers(last?.choices ?? {}),
    words: withoutDeletedOptions(last?.choices.words ?? {}, own),
    own,
    earlier: same ? earlier(same) : null,
    there: same ? linesThere(same, ofFile, lines, others?.rows ?? 0) : null,
  };
}

function ofThisFile(userId: number, fileHash: string) {
  return and(eq(imports.user_id, userId), eq(imports.file_hash, fileHash));
}

/**
 * Statement: counts the lines of a file that are not imported again, by the rule of `isLineOf` in `receive.server`; for
 * each import that has some.
 */
function linesOfFile(db: Database, userId: number, fileHash: string) {
  const refs = sql`SELECT ${imports.unique_ref} FROM ${imports}
    WHERE ${ofThisFile(userId, fileHash)} AND ${imports.undone_at} IS NULL`;
  const lines = sql`SELECT max(there.import_ref) AS import_ref, max(${isPlacedThere}) AS placed
    FROM import_rows AS there WHERE there.user_id = ${userId} AND there.import_ref IN (${refs}) AND NOT there.known
      AND (there.wiped_at IS NULL OR ${isPlacedThere}) GROUP BY there.line`;
  return db
    .select({
      ref: sql<string>`import_ref`.as("import_ref"),
      stored: sql<number>`count(*)`.mapWith(Number).as("stored"),
      placed: sql<number>`total(placed)`.mapWith(Number).as("placed"),
    })
    .from(sql`(${lines})`)
    .groupBy(sql`import_ref`);
}

/**
 * Statement: counts the rows of other files that wait or are placed, up to as many as an import of this file knew. Of a
 * file that overlaps with no other, none is read.
 */
function rowsOfOthers(db: Database, userId: number, fileHash: string) {
  const ofFile = sql`FROM ${imports} WHERE ${ofThisFile(userId, fileHash)}`;
  const others = sql`SELECT 1 FROM import_rows AS there WHERE there.user_id = ${userId} AND NOT there.known
    AND there.import_ref NOT IN (SELECT ${imports.unique_ref} ${ofFile}) AND (there.wiped_at IS NULL OR ${isPlacedThere})
    LIMIT (SELECT coalesce(max(${imports.rows_known}), 0) ${ofFile})`;
  return db.select({ rows: sql<number>`count(*)`.mapWith(Number).as("n_rows") }).from(sql`(${others})`);
}

type Lines = Awaited<ReturnType<typeof linesOfFile>>;

/**
 * The lines that are not imported again. Which rows an import knew from another file, and which from an earlier import
 * of the same one, is not stored: of the imports that read the file alike, the one that knew fewest knew least of its
 * own file.
 */
function linesThere(same: Import, ofFile: readonly Import[], lines: Lines, others: number): StoredLines {
  const stored = lines.reduce((sum, each) => sum + each.stored, 0);
  const placed = lines.reduce((sum, each) => sum + each.placed, 0);
  const alike = ofFile.filter(({ mapping, choices, complete_at }) => {
    return complete_at !== null && isSame(mapping, same.mapping) && isSame(choices, same.choices);
  });
  const known = (alike.length > 0 ? alike : [same]).map(({ unique_ref, rows_known }) => {
    const inIt = lines.find(({ ref }) => ref === unique_ref)?.stored ?? 0;
    return Math.max(0, rows_known - (stored - inIt));
  });
  return {
    ...{ mapping: same.mapping, choices: same.choices, stored, placed },
    ofOthers: Math.min(others, ...known),
  };
}
