import { and, eq, type SQL, sql } from "drizzle-orm";
import { data } from "react-router";
import type { Asked } from "~/accounts/guard.server";
import { isRefused } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { hex, insertRows } from "~/db/insert-rows.server";
import { refuseCall } from "~/http/read-json.server";
import { FIRST_PROFILE, profileRow } from "~/profile/read.server";
import { isKnownOne, isOpen, isPlacedRow, isPlacedThere, ofUser } from "./conditions.server";
import { importsOfFile } from "./known-file.server";
import type { Received } from "./received";
import { arrivals, type NewRow, rowKeys, storedRows } from "./rows.server";
import type { SentRow } from "./rules";
import { importRows, imports } from "./table.server";

const UNFIT =
  "These rows are not of the file as it was told before. Choose the file again, and confirm its columns anew";

/**
 * Takes some rows of an import, all of them or none; those that it has change nothing. A row that an earlier import
 * brought, and that waits to be placed or is placed, is known and does not come again.
 * @returns null when the import takes no more: it was undone, cleared or wiped meanwhile.
 * @throws 404 when the import is not there, or not the user's; Response 409 when it would have more lines than were
 * told at its beginning.
 */
export async function receiveRows(asked: Asked, importRef: string, sent: readonly SentRow[]): Promise<Received | null> {
  const { db, user, vault, now } = asked;
  const userRef = user.unique_ref;
  const [found] = await db.select().from(imports).where(ofUser(userRef, importRef));
  if (!found) throw data(null, { status: 404 });
  if (found.undone_at ?? found.cleared_at ?? found.wiped_at) return null;
  const [ofFile, [profile]] = await db.batch([importsOfFile(db, userRef, found.file_hash), profileRow(db, userRef)]);
  const others = ofFile.map((each) => each.unique_ref).filter((ref) => ref !== importRef);
  if (found.complete_at) {
    if (await hasMore(asked, importRef, others, sent)) throw refuseCall(UNFIT, 409);
    return soFar(found, found.rows_expected);
  }

  const rows = eachKeyOnce(
    await storedRows(vault, { userRef, profile: profile ?? FIRST_PROFILE }, importRef, sent, now),
  );
  const lines = sent.map(({ line }) => line);
  // The import is the user's: its lines are counted from their key alone.
  const ofImport = eq(importRows.import_ref, importRef);
  const onlyKnown = and(ofImport, isKnownOne);
  const arrived = sql`(SELECT count(*) FROM ${importRows} WHERE ${ofImport})`;
  const knownOnes = sql`(SELECT count(*) FROM ${importRows} WHERE ${onlyKnown})`;
  const batch = db.batch([
    freeKeys(db, userRef, importRef, rows),
    ...insertRows(db, importRows, rows, (read) => isKnown(userRef, importRef, others, read)),
    ...insertRows(db, importRows, arrivals(userRef, importRef, lines, now), (read) => isThere(importRef, read)),
    db
      .update(imports)
      .set({
        rows_known: knownOnes,
        complete_at: sql`CASE WHEN ${arrived} >= ${imports.rows_expected} THEN ${now} END`,
        // More lines than were told come out NULL, which the column refuses: none of the chunk is stored.
        updated_at: sql`CASE WHEN ${arrived} <= ${imports.rows_expected} THEN ${now} END`,
      })
      .where(and(ofUser(userRef, importRef), isOpen())),
  ]);
  try {
    // Closed since it was read, perhaps by other chunks that made it whole: that is judged anew.
    if (((await batch).at(-1)?.meta.changes ?? 0) === 0) return receiveRows(asked, importRef, sent);
  } catch (error) {
    if (isRefused(error, "imports.updated_at")) throw refuseCall(UNFIT, 409);
    throw error;
  }
  // What only said that its line arrived has done so, once all are there.
  const [[state], [there]] = await db.batch([
    db.select().from(imports).where(ofUser(userRef, importRef)),
    db
      .select({ lines: sql<number>`count(*)`.mapWith(Number) })
      .from(importRows)
      .where(ofImport),
    db.delete(importRows).where(and(onlyKnown, isComplete(importRef))),
  ]);
  if (!state) return null;
  return soFar(state, there?.lines ?? 0);
}

function soFar(row: typeof imports.$inferSelect, lines: number): Received {
  const complete = row.complete_at !== null;
  return { received: lines, expected: row.rows_expected, known: row.rows_known, complete };
}

/** Each statement of a chunk asks: whatever closed the import meanwhile, nothing is put into it. */
function isClosed(importRef: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${imports} WHERE ${eq(imports.unique_ref, importRef)} AND ${isOpen()})`;
}

function isComplete(importRef: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${imports} WHERE ${eq(imports.unique_ref, importRef)} AND ${imports.complete_at} IS NOT NULL)`;
}

/** A wiped row whose case is gone no longer stands for anything: its key may come again. */
function freeKeys(db: Database, userRef: string, importRef: string, rows: readonly NewRow[]) {
  const keys = JSON.stringify(rows.map(({ row_key }) => hex(row_key)));
  return db
    .update(importRows)
    .set({ row_key: null })
    .where(
      sql`${importRows.user_ref} = ${userRef} AND ${importRows.row_key} IN (SELECT unhex(value) FROM json_each(${keys}))
        AND ${importRows.wiped_at} IS NOT NULL AND ${importRows.import_ref} <> ${importRef} AND NOT ${isClosed(importRef)}
        AND NOT ${isPlacedRow}`,
    );
}

/** Whether a chunk that comes to a whole import brings a line that is neither in it nor known by other ways. */
async function hasMore(
  { db, user, vault }: Asked,
  importRef: string,
  others: readonly string[],
  sent: readonly SentRow[],
): Promise<boolean> {
  const keyOf = await rowKeys(vault, user.unique_ref);
  const lines = await Promise.all(sent.map(async (row) => ({ line: row.line, row_key: hex(await keyOf(row)) })));
  const read = (column: string) => {
    return column === "line" ? sql`value ->> '$.line'` : sql`unhex(value ->> '$.row_key')`;
  };
  const [more] = await db
    .select({ lines: sql<number>`count(*)`.mapWith(Number) })
    .from(sql`json_each(${JSON.stringify(lines)})`)
    .where(
      sql`NOT ${isLine(importRef, read)} AND NOT ${hasKey(user.unique_ref, read)} AND NOT ${isLineOf(others, read)}`,
    );
  return (more?.lines ?? 0) > 0;
}

type Read = (column: string) => SQL;

function isThere(importRef: string, read: Read): SQL {
  return sql`(${isClosed(importRef)} OR ${isLine(importRef, read)})`;
}

function isLine(importRef: string, read: Read): SQL {
  return sql`EXISTS (SELECT 1 FROM import_rows AS there
    WHERE there.import_ref = ${importRef} AND there.line = ${read("line")})`;
}

function hasKey(userRef: string, read: Read): SQL {
  return sql`EXISTS (SELECT 1 FROM import_rows AS there
    WHERE there.user_ref = ${userRef} AND there.row_key = ${read("row_key")})`;
}

/** Of another import of the same file, in which its row waits or is placed. */
function isLineOf(others: readonly string[], read: Read): SQL {
  return sql`EXISTS (SELECT 1 FROM import_rows AS there WHERE there.line = ${read("line")}
    AND there.import_ref IN (SELECT value FROM json_each(${JSON.stringify(others)})) AND NOT there.known
    AND (there.wiped_at IS NULL OR ${isPlacedThere}))`;
}

/** By its values, or, once it is placed or waits, by its line in the very same file. */
function isKnown(userRef: string, importRef: string, others: readonly string[], read: Read): SQL {
  return sql`(${isThere(importRef, read)} OR ${hasKey(userRef, read)} OR ${isLineOf(others, read)})`;
}

/** A stranger may send one row of a file twice under two lines; the second counts as known. */
function eachKeyOnce(rows: readonly NewRow[]): NewRow[] {
  return [...new Map(rows.map((row) => [hex(row.row_key), row])).values()];
}
