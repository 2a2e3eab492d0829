import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type SQLiteColumn, type SQLiteTable, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";

/** Never holds a row: its trigger answers each with an error that names it, and so fails the batch. */
export const assertions = sqliteTable("assertions", { name: text().notNull() });

/** What must hold, or the batch fails by this name. A name has neither colons nor quotes. */
export type Assertion = readonly [name: string | SQL, holds: SQLWrapper | undefined];

/** Statement: fails its batch by the name of the first of these that does not hold. What is NULL does not hold. */
export function assertThat(db: Database, ...all: readonly Assertion[]) {
  // A name is written out: a statement binds at most 100 values.
  const failed = all.map(
    ([name, holds]) => sql`WHEN (${holds}) IS NOT TRUE THEN ${typeof name === "string" ? sql.raw(`'${name}'`) : name}`,
  );
  return failIfFound(
    db,
    sql`SELECT name FROM (SELECT CASE ${sql.join(failed, sql` `)} END AS name) WHERE name IS NOT NULL`,
  );
}

/** Statement: fails its batch by the name that a SELECT finds, if it finds one. */
export function failIfFound(db: Database, name: SQL) {
  return db.insert(assertions).select(name);
}

export const STALE = "stale";

/**
 * Statement: fails its batch (`isStale`) if a row that the batch saves, or was worked out from, was saved since it had
 * this version. A row that does not exist is not stale.
 */
export function assertVersion<Table extends SQLiteTable & { version: SQLiteColumn }>(
  db: Database,
  table: Table,
  where: SQL | undefined,
  version: number,
) {
  return assertThat(db, [STALE, isAtVersion(table, where, version)]);
}

function isAtVersion(table: SQLiteTable & { version: SQLiteColumn }, where: SQL | undefined, version: number): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${where} AND ${table.version} <> ${version})`;
}

/** True when a batch failed because a row of it was saved meanwhile. */
export function isStale(error: unknown): boolean {
  return failedAssertion(error) === STALE;
}

/** The name of the assertion by which a batch failed; null for any other error. */
export function failedAssertion(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  return failedAssertion(error.cause) ?? /^(?:D1_ERROR: )?assert ([^:]+)/.exec(error.message)?.[1] ?? null;
}
