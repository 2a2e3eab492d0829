import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "~/account/guard.server";
import { keepMade } from "~/changes/keep-rows.server";
import { openChangeNumber } from "~/changes/table.server";
import { writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { CHOSEN, cases, chosenIn, MAY_HAVE_OWN, optionsOf } from "~/diary/cases/table.server";
import type { Database } from "~/platform/db/database.server";
import { formatCounted } from "~/platform/time/counted";
import { isAvailable, isDuplicate, isPlaceable, isPlacedRow, sessionOfRow } from "../conditions.server";
import { importRows } from "../table.server";

/** Rows that are written together, all of them or none. */
const ROWS_A_BATCH = 5_000;

/**
 * Puts every row that exactly one session holds into the diary, lot by lot, as one change. A lot that is interrupted
 * writes nothing; a second press places the remaining rows, and none twice.
 * @param words message of the change, when placing is only its beginning
 * @returns `undo`: the number of the change, for undoing it; null when there was nothing to place
 */
export async function placeAll(
  context: RequestContext,
  words?: string,
): Promise<{ placed: number; undo: string | null }> {
  const { db, userId, now } = context;
  const lots = await batchesOf(db, userId);
  const message =
    words ??
    `${formatCounted(
      lots.reduce((sum, { rows }) => sum + rows, 0),
      "case",
    )} placed`;
  let [placed, continues]: [number, number?] = [0];
  for (const batch of lots) {
    const written = await writeChange(context, {
      message,
      ...(continues === undefined ? { guards: { placeable: isAnyPlaceable(userId, batch) } } : { continues }),
      alongside: [...placeBatch(context, batch), markBatch(db, userId, batch, now)],
    });
    // The change was undone while it was being written: the remaining rows are not placed either.
    if (written.result === "changed since") return { placed, undo: null };
    // Another request has placed the lot meanwhile.
    if (written.result !== "written") continue;
    continues = written.number ?? continues;
    placed += (written.alongside[0] as unknown[]).length;
  }
  return { placed, undo: continues === undefined ? null : String(continues) };
}

interface RowBatch {
  import_ref: string;
  first: number;
  last: number;
  rows: number;
}

/**
 * Each lot is a range of lines of one import, so that the index of an import's lines finds the lot's rows and no
 * others.
 */
function batchesOf(db: Database, userId: number): Promise<RowBatch[]> {
  const placeable = sql`(SELECT r.import_ref, r.line,
      (row_number() OVER (PARTITION BY r.import_ref ORDER BY r.line) - 1) / ${sql.raw(String(ROWS_A_BATCH))} AS lot
    FROM import_rows AS r WHERE ${isPlaceable(userId)})`;
  return db
    .select({
      import_ref: sql<string>`import_ref`.as("import_ref"),
      first: sql<number>`min(line)`.mapWith(Number).as("first"),
      last: sql<number>`max(line)`.mapWith(Number).as("last"),
      rows: sql<number>`count(*)`.mapWith(Number).as("n_rows"),
    })
    .from(sql`${placeable}`)
    .groupBy(sql`import_ref`, sql`lot`)
    .orderBy(sql`import_ref`, sql`lot`);
}

function isAnyPlaceable(userId: number, batch: RowBatch): SQL {
  return sql`EXISTS (SELECT 1 FROM import_rows AS r WHERE ${isInBatch(batch)} AND ${isPlaceable(userId)})`;
}

function isInBatch({ import_ref, first, last }: RowBatch): SQL {
  return sql`r.import_ref = ${import_ref} AND r.line BETWEEN ${first} AND ${last}`;
}

/** Statements: copy the rows of a lot. Their texts are copied encrypted, as they are. The first returns as `casesFrom`. */
function placeBatch(by: Writer, batch: RowBatch) {
  const { userId } = by;
  const picked = sql`SELECT r.*, ${sessionOfRow(userId)} AS home FROM import_rows AS r
    WHERE ${isInBatch(batch)} AND ${isAvailable(userId)} AND r.identifier IS NOT 'strong' AND NOT ${isDuplicate}`;
  return casesFrom(by, picked, sql`SELECT r.case_ref FROM import_rows AS r WHERE ${isInBatch(batch)}`);
}

/**
 * Statements: insert the cases of rows. The first returns one row for each case.
 * @param picked rows, each with its session as `home`; those without one are left out
 * @param refs the cases of these rows, once they are inserted, and maybe others
 */
export function casesFrom(by: Writer, picked: SQL, refs: SQL) {
  const { db, userId, now } = by;
  const from: Partial<Record<keyof typeof cases.$inferSelect, SQL>> = {
    unique_ref: sql`case_ref`,
    user_id: sql`user_id`,
    session_ref: sql`home`,
    ...{ start_at: sql`start_at`, end_at: sql`end_at`, age: sql`age`, age_unit: sql`age_unit` },
    ...{ gender: sql`gender`, asa: sql`asa`, urgency: sql`urgency`, supervision: sql`supervision` },
    ...{ options: optionsThere(userId), text_encrypted: sql`text_encrypted` },
    identifier_suspected: sql`identifier IS NOT NULL`,
    reflection_domains: sql`''`,
    ...{ created_at: sql`${now}`, updated_at: sql`${now}`, version: openChangeNumber(userId) },
  };
  const columns = Object.keys(getTableColumns(cases)) as (keyof typeof from)[];
  const values = columns.map((name) => from[name] ?? sql`NULL`);
  const made = db
    .insert(cases)
    .select(sql`SELECT ${sql.join(values, sql`, `)} FROM (${picked}) WHERE home IS NOT NULL`)
    .onConflictDoNothing()
    .returning({ placed: sql`1` });
  const kept = keepMade(by, "cases", sql`${cases.user_id} = ${userId} AND ${cases.unique_ref} IN (${refs})`);
  return [made, kept] as const;
}

/** Expression: the options of a row, without the user's own that were deleted since it arrived. */
function optionsThere(userId: number): SQL {
  const own = sql`SELECT 1 FROM options AS own WHERE own.user_id = ${userId} AND own.unique_ref = ${CHOSEN.id}`;
  const there = sql`SELECT ${CHOSEN.id} AS id, ${CHOSEN.flags} AS flags FROM ${chosenIn(sql`options`)}
    WHERE typeof(${CHOSEN.storedId}) = 'integer' OR EXISTS (${own})`;
  return sql`CASE WHEN options GLOB ${MAY_HAVE_OWN} THEN ${optionsOf(there)} ELSE options END`;
}

/** Statement: marks the rows that have become cases, for the counts of their import. */
function markBatch(db: Database, userId: number, { import_ref, first, last }: RowBatch, now: number) {
  return db
    .update(importRows)
    .set({ placed_at: now, updated_at: now })
    .where(
      sql`${importRows.import_ref} = ${import_ref} AND ${importRows.line} BETWEEN ${first} AND ${last}
        AND ${importRows.user_id} = ${userId} AND ${importRows.placed_at} IS NULL AND ${isPlacedRow}`,
    );
}
