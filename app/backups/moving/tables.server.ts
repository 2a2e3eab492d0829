import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { MOVING_WORDS } from "~/account/moves/table.server";
import { users } from "~/account/table.server";
import { TABLES } from "~/data/catalogue.server";
import type { Encrypted } from "~/data/table-entry.server";
import type { Database } from "~/platform/db/database.server";
import type { ReadTable } from "../read-rows.server";

export interface MovedTable extends ReadTable {
  encrypted?: Encrypted;
}

/** The tables that a move copies, in the order of inserts: those that others refer to come first. */
export const MOVED: readonly MovedTable[] = TABLES.flatMap(({ table, owner, backup, moved = backup, encrypted }) =>
  typeof moved === "string" || typeof owner === "string"
    ? []
    : [{ ...moved, table, owner, ...(encrypted ? { encrypted } : {}) }],
);

/** The columns that are the same in every region: all but the number of the user. */
export function sameColumns({ table }: ReadTable): SQLiteColumn[] {
  return Object.values(getTableColumns(table)).filter((column) => !isNumberOfUser(column));
}

function isNumberOfUser(column: SQLiteColumn): boolean {
  return column === users.id || column.name === "user_id";
}

/** Statements that delete a copy of a user, the user's own row last. */
export function removeCopy(db: Database, userRef: string) {
  return TABLES.toReversed().flatMap(({ table, deleted, left }) => {
    if (typeof deleted === "string") return [];
    const isGoing = left ? sql`(${deleted(userRef)}) AND NOT (${left})` : deleted(userRef);
    return [db.delete(table).where(isGoing)];
  });
}

/**
 * The triggers that refuse every change of what a move copies, from when it begins to copy: also one that was already
 * under way. They are part of the baseline migration; a test compares it with this. The table is empty as long as
 * nobody is moved: then they read no row.
 */
export function movingTriggers(): string[] {
  return MOVED.flatMap(({ table, owner }) =>
    ["INSERT", "UPDATE", "DELETE"].map((event) => {
      const name = getTableName(table);
      const row = `${event === "INSERT" ? "NEW" : "OLD"}.${owner.name}`;
      const held = owner.dataType === "number" ? `held_id = ${row}` : `user_ref = ${row} AND held_id IS NOT NULL`;
      return `CREATE TRIGGER ${name}_moving_${event.toLowerCase()} BEFORE ${event} ON ${name} WHEN EXISTS (SELECT 1 FROM moves WHERE ${held})
BEGIN
  SELECT RAISE(ABORT, '${MOVING_WORDS}');
END`;
    }),
  );
}

/** Expression: a column of a row that is copied as JSON. The user has another number in each database. */
export function copiedValue(column: SQLiteColumn, userId: SQL): SQL {
  if (column === users.id) return sql`NULL`;
  if (column.name === "user_id") return userId;
  const value = sql`value ->> ${sql.raw(`'$.${column.name}'`)}`;
  return column.getSQLType() === "blob" ? sql`unhex(${value})` : value;
}
