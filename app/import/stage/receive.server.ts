import { and, eq, type SQL, sql } from "drizzle-orm";
import { data } from "react-router";
import type { RequestContext } from "~/account/guard.server";
import { customOptions } from "~/diary/cases/options.server";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import { hex, insertRows } from "~/platform/db/json-rows.server";
import { refuseCall } from "~/platform/http/read-json.server";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { isOpen, isPlacedRow, isPlacedThere, ofUser } from "../conditions.server";
import type { Received } from "../format";
import type { SentRow } from "../read-file";
import { importRows, imports } from "../table.server";
import { importsOfFile } from "./begin.server";
import { storedOptions } from "./own-options.server";
import { type NewRow, storedRows } from "./rows.server";

const INVALID_CHUNK =
  "The file has changed since you confirmed its columns. Choose it again, then confirm its columns again";

const IN_ORDER = "in order";

/**
 * Stores the next rows of an import, all of them or none; those that arrived before change nothing. A row that an
 * earlier import brought, and that waits to be placed or is placed, counts as known and is not stored again.
 * @param from number of the import's rows before these
 * @returns null when the import accepts no more rows: it was undone, cleared or wiped meanwhile
 * @throws 404 when the import does not exist, or is not the user's; Response 409 when rows before these are missing, or
 * there would be more than were announced when it began
 */
export async function receiveRows(
  context: RequestContext,
  importRef: string,
  from: number,
  sent: readonly SentRow[],
): Promise<Received | null> {
  const { db, user, cipher, now } = context;
  const userId = user.id;
  const [found] = await db.select().from(imports).where(ofUser(userId, importRef));
  if (!found) throw data(null, { status: 404 });
  if (found.undone_at ?? found.cleared_at ?? found.wiped_at) return null;
  const until = from + sent.length;
  if (from > found.rows_received || until > found.rows_expected) throw refuseCall(INVALID_CHUNK, 409);
  if (from < found.rows_received) return progressOf(found);

  const [ofFile, [profile], custom] = await db.batch([
    importsOfFile(db, userId, found.file_hash),
    profileRow(db, userId),
    customOptions(db, userId),
  ]);
  const others = ofFile.map((each) => each.unique_ref).filter((ref) => ref !== importRef);
  const known = sent.map((row) => ({ ...row, options: storedOptions(custom, row.options ?? []) }));
  const rows = uniqueByKey(
    await storedRows(cipher, { userId, profile: profile ?? DEFAULT_PROFILE }, importRef, known, now),
  );
  const ofImport = and(eq(importRows.user_id, userId), eq(importRows.import_ref, importRef));
  const isNext = and(ofUser(userId, importRef), isOpen(), eq(imports.rows_received, from));
  const batch = db.batch([
    assertThat(db, [IN_ORDER, sql`EXISTS (SELECT 1 FROM ${imports} WHERE ${isNext})`]),
    freeKeys(db, userId, importRef, rows),
    ...insertRows(db, importRows, rows, (read) => isKnown(userId, importRef, others, read)),
    db
      .update(imports)
      .set({
        rows_received: until,
        rows_known: sql`${until} - (SELECT count(*) FROM ${importRows} WHERE ${ofImport})`,
        complete_at: until === found.rows_expected ? now : null,
        updated_at: now,
      })
      .where(isNext)
      .returning(),
  ]);
  try {
    const [state] = (await batch).at(-1) as (typeof imports.$inferSelect)[];
    return state ? progressOf(state) : null;
  } catch (error) {
    // The import was closed since it was read, or the same rows have come from another tab: its state is read again.
    if (failedAssertion(error) === IN_ORDER) return receiveRows(context, importRef, from, sent);
    throw error;
  }
}

function progressOf(row: typeof imports.$inferSelect): Received {
  const { rows_received: received, rows_expected: expected, rows_known: known } = row;
  return { received, expected, known, complete: row.complete_at !== null };
}

/** Statement: frees the keys of wiped rows whose case was deleted, so that the same rows can be imported again. */
function freeKeys(db: Database, userId: number, importRef: string, rows: readonly NewRow[]) {
  const keys = JSON.stringify(rows.map(({ row_key }) => hex(row_key)));
  return db
    .update(importRows)
    .set({ row_key: null })
    .where(
      sql`${importRows.user_id} = ${userId} AND ${importRows.row_key} IN (SELECT unhex(value) FROM json_each(${keys}))
        AND ${importRows.wiped_at} IS NOT NULL AND ${importRows.import_ref} <> ${importRef} AND NOT ${isPlacedRow}`,
    );
}

/**
 * Condition: the row is known by its values or, if it waits or is placed, by its line in the same file; or the import
 * has its line already, as a forged request may send it twice.
 */
function isKnown(userId: number, importRef: string, others: readonly string[], read: (column: string) => SQL): SQL {
  const there = sql`EXISTS (SELECT 1 FROM import_rows AS there WHERE there.user_id = ${userId}`;
  return sql`(${there} AND there.import_ref = ${importRef} AND there.line = ${read("line")})
    OR ${there} AND there.row_key = ${read("row_key")})
    OR ${there} AND there.line = ${read("line")}
      AND there.import_ref IN (SELECT value FROM json_each(${JSON.stringify(others)}))
      AND (there.wiped_at IS NULL OR ${isPlacedThere})))`;
}

/**
 * Keeps one row of each key: a forged request may send one row of a file under two lines, of which one then counts as
 * known.
 */
function uniqueByKey(rows: readonly NewRow[]): NewRow[] {
  return [...new Map(rows.map((row) => [hex(row.row_key), row])).values()];
}
