import { and, eq, type SQL, sql } from "drizzle-orm";
import { data } from "react-router";
import type { RequestContext } from "~/account/guard.server";
import { customOptions } from "~/diary/cases/options.server";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import { hex, insertRows } from "~/platform/db/json-rows.server";
import { refuseCall } from "~/platform/http/read-json.server";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { isOpen, isPlacedRow, isPlacedThere, isRecordOfArrival, ofUser } from "../conditions.server";
import type { Received } from "../format";
import type { SentRow } from "../read-file";
import { importRows, imports } from "../table.server";
import { importsOfFile } from "./begin.server";
import { storedOptions } from "./own-options.server";
import { arrivals, type NewRow, rowKeys, storedRows } from "./rows.server";

const INVALID_CHUNK =
  "The file has changed since you confirmed its columns. Choose it again, then confirm its columns again";

const TOO_MANY_LINES = "too many lines";

/**
 * Stores some rows of an import, all of them or none; rows that the import already has change nothing. A row that an
 * earlier import brought, and that waits to be placed or is placed, counts as known and is not stored again.
 * @returns null when the import accepts no more rows: it was undone, cleared or wiped meanwhile
 * @throws 404 when the import does not exist, or is not the user's; Response 409 when it would have more lines than
 * were announced when it began
 */
export async function receiveRows(
  context: RequestContext,
  importRef: string,
  sent: readonly SentRow[],
): Promise<Received | null> {
  const { db, user, cipher, now } = context;
  const userId = user.id;
  const [found] = await db.select().from(imports).where(ofUser(userId, importRef));
  if (!found) throw data(null, { status: 404 });
  if (found.undone_at ?? found.cleared_at ?? found.wiped_at) return null;
  const [ofFile, [profile], custom] = await db.batch([
    importsOfFile(db, userId, found.file_hash),
    profileRow(db, userId),
    customOptions(db, userId),
  ]);
  const others = ofFile.map((each) => each.unique_ref).filter((ref) => ref !== importRef);
  if (found.complete_at) {
    if (await hasMore(context, importRef, others, sent)) throw refuseCall(INVALID_CHUNK, 409);
    return progressOf(found, found.rows_expected);
  }

  const known = sent.map((row) => ({ ...row, options: storedOptions(custom, row.options ?? []) }));
  const rows = uniqueByKey(
    await storedRows(cipher, { userId, profile: profile ?? DEFAULT_PROFILE }, importRef, known, now),
  );
  const lines = sent.map(({ line }) => line);
  const ofImport = and(eq(importRows.user_id, userId), eq(importRows.import_ref, importRef));
  const onlyKnown = and(ofImport, isRecordOfArrival);
  const thisOne = and(ofUser(userId, importRef), isOpen());
  const arrived = sql`(SELECT count(*) FROM ${importRows} WHERE ${ofImport})`;
  const knownOnes = sql`(SELECT count(*) FROM ${importRows} WHERE ${onlyKnown})`;
  const batch = db.batch([
    freeKeys(db, userId, importRef, rows),
    ...insertRows(db, importRows, rows, (read) => isKnown(userId, importRef, others, read)),
    ...insertRows(db, importRows, arrivals(userId, importRef, lines, now), (read) => isThere(userId, importRef, read)),
    // With more lines than were announced none of the chunk is stored.
    assertThat(db, [
      TOO_MANY_LINES,
      sql`NOT EXISTS (SELECT 1 FROM ${imports} WHERE ${thisOne} AND ${arrived} > ${imports.rows_expected})`,
    ]),
    db
      .update(imports)
      .set({
        rows_known: knownOnes,
        complete_at: sql`CASE WHEN ${arrived} >= ${imports.rows_expected} THEN ${now} END`,
        updated_at: now,
      })
      .where(thisOne),
  ]);
  try {
    // The import was closed since it was read, perhaps because other chunks completed it: its state is read again.
    if (((await batch).at(-1)?.meta.changes ?? 0) === 0) return receiveRows(context, importRef, sent);
  } catch (error) {
    if (failedAssertion(error) === TOO_MANY_LINES) throw refuseCall(INVALID_CHUNK, 409);
    throw error;
  }
  // Rows that only record the arrival of a line are deleted once all lines have arrived.
  const [[state], [there]] = await db.batch([
    db.select().from(imports).where(ofUser(userId, importRef)),
    db
      .select({ lines: sql<number>`count(*)`.mapWith(Number) })
      .from(importRows)
      .where(ofImport),
    db.delete(importRows).where(and(onlyKnown, isComplete(userId, importRef))),
  ]);
  if (!state) return null;
  return progressOf(state, there?.lines ?? 0);
}

function progressOf(row: typeof imports.$inferSelect, lines: number): Received {
  const complete = row.complete_at !== null;
  return { received: lines, expected: row.rows_expected, known: row.rows_known, complete };
}

/** Condition that each statement of a chunk checks: if the import was closed meanwhile, nothing is added to it. */
function isClosed(userId: number, importRef: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${imports} WHERE ${ofUser(userId, importRef)} AND ${isOpen()})`;
}

function isComplete(userId: number, importRef: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${imports} WHERE ${ofUser(userId, importRef)} AND ${imports.complete_at} IS NOT NULL)`;
}

/** Statement: frees the keys of wiped rows whose case was deleted, so that the same rows can be imported again. */
function freeKeys(db: Database, userId: number, importRef: string, rows: readonly NewRow[]) {
  const keys = JSON.stringify(rows.map(({ row_key }) => hex(row_key)));
  return db
    .update(importRows)
    .set({ row_key: null })
    .where(
      sql`${importRows.user_id} = ${userId} AND ${importRows.row_key} IN (SELECT unhex(value) FROM json_each(${keys}))
        AND ${importRows.wiped_at} IS NOT NULL AND ${importRows.import_ref} <> ${importRef} AND NOT ${isClosed(userId, importRef)}
        AND NOT ${isPlacedRow}`,
    );
}

/** Whether a chunk that arrives for a complete import has a line that is neither in it nor known in another way. */
async function hasMore(
  { db, user, cipher }: RequestContext,
  importRef: string,
  others: readonly string[],
  sent: readonly SentRow[],
): Promise<boolean> {
  const keyOf = await rowKeys(cipher);
  const lines = await Promise.all(sent.map(async (row) => ({ line: row.line, row_key: hex(await keyOf(row)) })));
  const read = (column: string) => {
    return column === "line" ? sql`value ->> '$.line'` : sql`unhex(value ->> '$.row_key')`;
  };
  const [more] = await db
    .select({ lines: sql<number>`count(*)`.mapWith(Number) })
    .from(sql`json_each(${JSON.stringify(lines)})`)
    .where(
      sql`NOT ${isLine(user.id, importRef, read)} AND NOT ${hasKey(user.id, read)} AND NOT ${isLineOf(user.id, others, read)}`,
    );
  return (more?.lines ?? 0) > 0;
}

type Read = (column: string) => SQL;

function isThere(userId: number, importRef: string, read: Read): SQL {
  return sql`(${isClosed(userId, importRef)} OR ${isLine(userId, importRef, read)})`;
}

function isLine(userId: number, importRef: string, read: Read): SQL {
  return sql`EXISTS (SELECT 1 FROM import_rows AS there
    WHERE there.user_id = ${userId} AND there.import_ref = ${importRef} AND there.line = ${read("line")})`;
}

function hasKey(userId: number, read: Read): SQL {
  return sql`EXISTS (SELECT 1 FROM import_rows AS there
    WHERE there.user_id = ${userId} AND there.row_key = ${read("row_key")})`;
}

/** Condition: another import of the same file has the line, and its row waits or is placed. */
function isLineOf(userId: number, others: readonly string[], read: Read): SQL {
  return sql`EXISTS (SELECT 1 FROM import_rows AS there WHERE there.user_id = ${userId} AND there.line = ${read("line")}
    AND there.import_ref IN (SELECT value FROM json_each(${JSON.stringify(others)})) AND NOT there.known
    AND (there.wiped_at IS NULL OR ${isPlacedThere}))`;
}

/** Condition: the row is known by its values or, if it waits or is placed, by its line in the same file. */
function isKnown(userId: number, importRef: string, others: readonly string[], read: Read): SQL {
  return sql`(${isThere(userId, importRef, read)} OR ${hasKey(userId, read)} OR ${isLineOf(userId, others, read)})`;
}

/**
 * Keeps one row of each key: a forged request may send one row of a file under two lines, of which one then counts as
 * known.
 */
function uniqueByKey(rows: readonly NewRow[]): NewRow[] {
  return [...new Map(rows.map((row) => [hex(row.row_key), row])).values()];
}
