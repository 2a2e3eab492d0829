import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { ENCRYPTED_TABLES } from "~/backups/rotate-keys.server";
import { TABLES } from "~/data/catalogue.server";
import { deleteAccountRows } from "~/data/deletion.server";
import { db } from "../support/harness";

interface FoundColumn {
  table_name: string;
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

const { results: found } = await env.DB.prepare(
  `SELECT t.name AS table_name, c.name, c.type, c."notnull", c.pk FROM sqlite_schema t, pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE 'd1_%' AND t.name NOT LIKE '\\_cf%' ESCAPE '\\'`,
).all<FoundColumn>();

function columnsOf(name: string): FoundColumn[] {
  return found.filter(({ table_name }) => table_name === name);
}

test("every table of the database stands in the catalogue, under its name", () => {
  expect(TABLES.map(({ name }) => name as string).sort()).toEqual(
    [...new Set(found.map(({ table_name }) => table_name))].sort(),
  );
  for (const { name, table } of TABLES) expect(getTableName(table)).toBe(name);
});

test.each(
  TABLES,
)("the columns of $name are the same in the code and in the database, with type, null and key", (each) => {
  const { columns, primaryKeys } = getTableConfig(each.table);
  const keys = primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
  const known = columns.map((column) => ({
    name: column.name,
    type: column.getSQLType(),
    required: column.notNull || column.primary || keys.includes(column.name),
  }));
  const migrated = columnsOf(each.name).map(({ name, type, notnull, pk }) => {
    return { name, type: type.toLowerCase(), required: notnull === 1 || pk > 0 };
  });
  expect(known.sort(byName)).toEqual(migrated.sort(byName));
});

test("a table comes after those that it points at, so that rows go in and out in its order", async () => {
  const order = TABLES.map(({ name }) => name as string);
  for (const [at, name] of order.entries()) {
    const { results } = await env.DB.prepare(`PRAGMA foreign_key_list(${name})`).all<{ table: string }>();
    for (const { table } of results) expect(order.slice(0, at), `${name} after ${table}`).toContain(table);
  }
});

test("a table with a user's rows names their owner, and they go with the account", () => {
  const nobodys = ["assertions", "dead_jobs", "rate_counters", "cron_runs", "matters"];
  const deleted = deleteAccountRows(db, "x").map((each) => /^delete from "(\w+)"/.exec(each.toSQL().sql)?.[1]);
  for (const { name, owner } of TABLES) {
    if (nobodys.includes(name)) continue;
    const column = typeof owner === "string" ? owner : owner.name;
    const owners = columnsOf(name).filter((each) => ["user_id", "user_ref"].includes(each.name));
    expect([name, [column]]).toEqual([name, name === "users" ? ["unique_ref"] : owners.map((each) => each.name)]);
    expect(deleted).toContain(name);
  }
  expect(deleted.at(-1)).toBe("users");
});

test("each statement of a deletion says which rows", () => {
  for (const each of deleteAccountRows(db, "x")) expect(each.toSQL().sql).toContain(" where ");
});

test("every column of bytes is encrypted anew under a new key, or says why not", () => {
  const bytes = found.filter(({ type }) => type === "BLOB").map(({ table_name, name }) => `${table_name}.${name}`);
  const known = ENCRYPTED_TABLES.map(({ table, column }) => `${getTableName(table)}.${column.name}`);
  const others = TABLES.flatMap(({ name, otherBytes = {} }) =>
    Object.keys(otherBytes).map((each) => `${name}.${each}`),
  );
  expect([...known, ...others].sort()).toEqual(bytes.sort());
  // By this name it is found in rows that wait as JSON.
  expect(ENCRYPTED_TABLES.filter(({ column }) => !column.name.endsWith("_encrypted"))).toEqual([]);
});

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name);
}
