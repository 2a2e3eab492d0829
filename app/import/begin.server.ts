import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Asked } from "~/account/guard.server";
import type { NamedOption } from "~/diary/case-lines/line-case";
import { customOptions } from "~/diary/cases/options.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { shortDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import { isOpen, isPlacedThere, neverPlaced } from "./conditions.server";
import type { CsvMapping, WordTable } from "./fields";
import { addedOptions, namedOptions, withoutGone } from "./own-options.server";
import { type FileFacts, inOrder, type LinesThere, withWords } from "./read-file";
import { importRows, imports } from "./table.server";

/**
 * Begins the import of a file, or continues an unfinished one. If the file is now mapped another way, its rows replace
 * those that it brought before, except those that were placed.
 */
export async function beginImport(
  asked: Asked,
  sent: FileFacts,
): Promise<{ state: "begun" | "resumed"; import_ref: string }> {
  const { db, user, now } = asked;
  const userId = user.id;
  const { words, added, statements } = await addedOptions(asked, sent.choices.words ?? {});
  const choices = withWords({ ...sent.choices, words: undefined }, words);
  const facts = { ...sent, mapping: inOrder(sent.mapping), choices: inOrder(choices), added_options: added };
  const ofFile = and(eq(imports.user_id, userId), eq(imports.file_hash, facts.file_hash));
  // In SQL, so that imports which another tab began meanwhile are included.
  const isSame = and(
    eq(imports.mapping, facts.mapping),
    eq(imports.choices, facts.choices),
    eq(imports.rows_expected, facts.rows_expected),
  ) as SQL;
  const others = and(ofFile, isNull(imports.undone_at), sql`NOT (${isSame})`);
  const otherRefs = sql`(SELECT ${imports.unique_ref} FROM ${imports} WHERE ${others})`;
  const openOne = and(ofFile, isSame, isOpen());
  const row = { ...facts, unique_ref: newRef(), user_id: userId, created_at: now, updated_at: now };
  const [, , open] = await db.batch([
    db
      .delete(importRows)
      .where(and(eq(importRows.user_id, userId), sql`${importRows.import_ref} IN ${otherRefs}`, neverPlaced)),
    db
      .update(imports)
      .set({ cleared_at: now, updated_at: now })
      .where(and(others, isNull(imports.cleared_at))),
    db.select({ unique_ref: imports.unique_ref }).from(imports).where(openOne),
    // Two tabs in which the same file is dropped at once fill one import.
    ...insertRows(db, imports, [row], () => sql`EXISTS (SELECT 1 FROM ${imports} WHERE ${openOne})`),
    ...statements,
  ]);
  const [found] = open;
  return found ? { state: "resumed", import_ref: found.unique_ref } : { state: "begun", import_ref: row.unique_ref };
}

/** Statement: the imports of a file that were not undone, newest first. For an action's batch. */
export function importsOfFile(db: Database, userId: number, fileHash: string) {
  return db
    .select()
    .from(imports)
    .where(and(eq(imports.user_id, userId), eq(imports.file_hash, fileHash), isNull(imports.undone_at)))
    .orderBy(desc(imports.created_at), desc(sql`rowid`));
}

export type EarlierImport = ReturnType<typeof earlier>;

function earlier(row: typeof imports.$inferSelect) {
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
  /** Options of the user's own that are offered. */
  own: NamedOption[];
  earlier: EarlierImport | null;
  there: LinesThere | null;
}

/** What is known before a file is mapped: how its layout was mapped last, and when it was imported before. */
export async function knownFile(
  { db, user }: Asked,
  { layout, file_hash }: Pick<FileFacts, "layout" | "file_hash">,
): Promise<KnownFile> {
  const [[last], ofFile, [lines], custom] = await db.batch([
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
  const [same] = ofFile;
  const own = namedOptions(custom);
  const { standing = 0, placed = 0 } = lines ?? {};
  return {
    mapping: last?.mapping ?? null,
    words: withoutGone(last?.choices.words ?? {}, own),
    own,
    earlier: same ? earlier(same) : null,
    there: same
      ? { mapping: same.mapping, choices: same.choices, standing, placed, ofOthers: ofFile.at(-1)?.rows_known ?? 0 }
      : null,
  };
}

/** Statement: counts the lines of a file that are not imported again, by the rule of `isLineOf` in `receive.server`. */
function linesOfFile(db: Database, userId: number, fileHash: string) {
  const refs = sql`SELECT ${imports.unique_ref} FROM ${imports}
    WHERE ${imports.user_id} = ${userId} AND ${imports.file_hash} = ${fileHash} AND ${imports.undone_at} IS NULL`;
  const there = sql`SELECT there.line, there.wiped_at IS NULL OR ${isPlacedThere} AS stands, ${isPlacedThere} AS placed
    FROM import_rows AS there WHERE there.user_id = ${userId} AND there.import_ref IN (${refs}) AND NOT there.known`;
  return db
    .select({
      standing: sql<number>`count(DISTINCT CASE WHEN stands THEN line END)`.mapWith(Number).as("standing"),
      placed: sql<number>`count(DISTINCT CASE WHEN placed THEN line END)`.mapWith(Number).as("placed"),
    })
    .from(sql`(${there})`);
}
