import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Asked } from "~/accounts/guard.server";
import { cases } from "~/cases/table.server";
import type { Database } from "~/db/database.server";
import { homeOf, inWorkingSet, isAvailable, isPlaced, isPlacedRow, isTwin } from "./conditions.server";
import { importRows } from "./table.server";

/** Rows that go into the diary together: each lot is two statements, and whole or not at all. */
const ROWS_A_LOT = 2_500;

/**
 * Puts every row that lies in exactly one session's times into the diary, lot by lot. A lot that is cut off writes
 * nothing; pressing again goes on with what is left, and places nothing twice.
 */
export async function placeAll({ db, user, now }: Asked): Promise<{ placed: number }> {
  const lots = await lotsOf(db, user.id);
  let placed = 0;
  for (const lot of lots) {
    const [made] = await db.batch([placeLot(db, user.id, lot, now), markLot(db, user.id, lot, now)]);
    placed += made.meta.changes;
  }
  return { placed };
}

interface Lot {
  import_ref: string;
  first: number;
  last: number;
}

/** Lines of one import each, so that the key of an import's lines leads to a lot's rows and no others. */
function lotsOf(db: Database, userId: number): Promise<Lot[]> {
  const waiting = sql`(SELECT r.import_ref, r.line,
      (row_number() OVER (PARTITION BY r.import_ref ORDER BY r.line) - 1) / ${sql.raw(String(ROWS_A_LOT))} AS lot
    FROM import_rows AS r WHERE ${inWorkingSet(userId)} AND NOT ${isPlaced})`;
  return db
    .select({
      import_ref: sql<string>`import_ref`.as("import_ref"),
      first: sql<number>`min(line)`.mapWith(Number).as("first"),
      last: sql<number>`max(line)`.mapWith(Number).as("last"),
    })
    .from(sql`${waiting}`)
    .groupBy(sql`import_ref`, sql`lot`)
    .orderBy(sql`import_ref`, sql`lot`);
}

function inLot({ import_ref, first, last }: Lot): SQL {
  return sql`r.import_ref = ${import_ref} AND r.line BETWEEN ${first} AND ${last}`;
}

/** Copies the rows of a lot: their text goes over sealed, as it is. */
function placeLot(db: Database, userId: number, lot: Lot, now: number) {
  const from: Partial<Record<keyof typeof cases.$inferSelect, SQL>> = {
    unique_ref: sql`case_ref`,
    user_id: sql`user_id`,
    session_ref: sql`home`,
    ...{ start_at: sql`start_at`, end_at: sql`end_at`, age: sql`age`, age_unit: sql`age_unit` },
    ...{ gender: sql`gender`, asa: sql`asa`, sealed: sql`sealed` },
    identifier_suspected: sql`identifier IS NOT NULL`,
    ...{ reflection_domains: sql`''`, options: sql`'[]'` },
    ...{ created_at: sql`${now}`, updated_at: sql`${now}`, version: sql`1` },
  };
  const columns = Object.keys(getTableColumns(cases)) as (keyof typeof from)[];
  const values = columns.map((name) => from[name] ?? sql`NULL`);
  const picked = sql`(SELECT r.*, ${homeOf(userId)} AS home FROM import_rows AS r
    WHERE ${inLot(lot)} AND ${isAvailable(userId)} AND r.identifier IS NOT 'strong' AND NOT ${isTwin})`;
  return db
    .insert(cases)
    .select(sql`SELECT ${sql.join(values, sql`, `)} FROM ${picked} WHERE home IS NOT NULL`)
    .onConflictDoNothing();
}

/** Notes which rows have become cases, for the counts of their import. */
function markLot(db: Database, userId: number, { import_ref, first, last }: Lot, now: number) {
  return db
    .update(importRows)
    .set({ placed_at: now, updated_at: now })
    .where(
      sql`${importRows.import_ref} = ${import_ref} AND ${importRows.line} BETWEEN ${first} AND ${last}
        AND ${importRows.user_id} = ${userId} AND ${importRows.placed_at} IS NULL AND ${isPlacedRow}`,
    );
}
