import { getTableColumns, sql } from "drizzle-orm";
import { blob, integer, primaryKey, type SQLiteColumn, text, unique } from "drizzle-orm/sqlite-core";
import { base64url } from "./tokens";

/**
 * Returns a new public id: 22 URL-safe characters of 128 random bits, which cannot be guessed. None begins with a hyphen,
 * by which a spreadsheet knows a formula.
 */
export function newRef(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(16))).replace(/^-/, "_");
}

/** Columns that every diary row has. `user_id` is `users.id`; instants are UTC epoch milliseconds. */
export const rowColumns = {
  unique_ref: text().notNull(),
  user_id: integer().notNull(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
};

/** Unique key of a diary table: a reference is unique for its user. The clustering of the rows is in the migration. */
export function ownKey(table: { user_id: SQLiteColumn; unique_ref: SQLiteColumn }) {
  return [unique().on(table.user_id, table.unique_ref)];
}

/** Keys of a diary table with one row per user. */
export function oneOfUser(table: { user_id: SQLiteColumn; unique_ref: SQLiteColumn }) {
  return [primaryKey({ columns: [table.user_id] }), ...ownKey(table)];
}

/** Condition of a join: the row of `table` that `column` refers to, of the same user. */
export function refersTo(column: SQLiteColumn, table: { user_id: SQLiteColumn; unique_ref: SQLiteColumn }) {
  const { user_id } = getTableColumns(column.table) as { user_id: SQLiteColumn };
  return sql`${table.user_id} = ${user_id} AND ${table.unique_ref} = ${column}`;
}

/** Version of a row, against edits that overwrite each other: see `assertVersion`. */
export const versionColumn = { version: integer().notNull().default(1) };

/** Encrypted text, written and read only through a cipher. */
export function encryptedColumn() {
  return blob({ mode: "buffer" }).$type<Uint8Array>();
}

/**
 * True when a batch failed because `table.column` already holds the value, alone or with other columns of its unique
 * index.
 */
export function isTaken(error: unknown, column: string): boolean {
  const [, columns = ""] = /UNIQUE constraint failed: ([\w., ]+)/.exec(messages(error)) ?? [];
  return columns.trim().split(", ").includes(column);
}

/** True when a batch failed because another table still refers to a row that it deletes. */
export function isInUse(error: unknown): boolean {
  return messages(error).includes("FOREIGN KEY constraint failed");
}

/** True when the database refused a batch because of a unique value, a reference or a CHECK. */
export function isRefusedByConstraint(error: unknown): boolean {
  return messages(error).includes("constraint failed");
}

function messages(error: unknown): string {
  return error instanceof Error ? `${error.message} ${messages(error.cause)}` : "";
}
