import type { InferInsertModel } from "drizzle-orm";
import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";

/** D1 binds so many values in one statement. */
const MAX_BOUND = 100;

/** Statements that insert `rows`, as few as D1 allows; for a batch. None for no rows. */
export function insertRows<Table extends SQLiteTable>(db: Database, table: Table, rows: InferInsertModel<Table>[]) {
  const size = Math.floor(MAX_BOUND / Object.keys(getTableColumns(table)).length);
  const pieces = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
  return pieces.map((piece) => db.insert(table).values(piece));
}
