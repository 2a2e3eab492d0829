import { env } from "cloudflare:workers";
import { getTableColumns, getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { SEALED } from "~/backups/reseal.server";
import { TABLES } from "~/data/catalogue.server";
import { deleteAccountRows } from "~/data/deletion.server";
import { db } from "../support/harness";

const { results: found } = await env.DB.prepare(
  "SELECT t.name AS table_name, c.name, c.type FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE 'd1_%' AND t.name NOT LIKE '\\_cf%' ESCAPE '\\'",
).all<{ table_name: string; name: string; type: string }>();

const columnsOf = (name: string) =>
  found.flatMap(({ table_name, name: column }) => (table_name === name ? [column] : []));

test("every table of the database stands in the catalogue, under its name, with its columns", () => {
  expect(TABLES.map(({ name }) => name as string).sort()).toEqual(
    [...new Set(found.map(({ table_name }) => table_name))].sort(),
  );
  for (const { name, table } of TABLES) {
    expect(getTableName(table)).toBe(name);
    expect(Object.keys(getTableColumns(table)).sort(), name).toEqual(columnsOf(name).sort());
  }
});

test("a table comes after those that it points at, so that rows go in and out in its order", async () => {
  const order = TABLES.map(({ name }) => name as string);
  for (const [at, name] of order.entries()) {
    const { results } = await env.DB.prepare(`PRAGMA foreign_key_list(${name})`).all<{ table: string }>();
    for (const { table } of results) expect(order.slice(0, at), `${name} after ${table}`).toContain(table);
  }
});

test("a table with a user's rows names their owner, and they go with the account", () => {
  const deleted = deleteAccountRows(db, "x").map((each) => /^delete from "(\w+)"/.exec(each.toSQL().sql)?.[1]);
  for (const { name, owner } of TABLES) {
    const isOwned = name === "users" || columnsOf(name).includes("user_ref");
    expect([name, typeof owner]).toEqual([name, isOwned ? "object" : "string"]);
    if (isOwned) expect(deleted).toContain(name);
  }
  expect(deleted.at(-1)).toBe("users");
});

test("each statement of a deletion says which rows", () => {
  for (const each of deleteAccountRows(db, "x")) expect(each.toSQL().sql).toContain(" where ");
});

test("every column of bytes is encrypted anew under a new key, or says why not", () => {
  const bytes = found.filter(({ type }) => type === "BLOB").map(({ table_name, name }) => `${table_name}.${name}`);
  const known = SEALED.map(({ table, column }) => `${getTableName(table)}.${column.name}`);
  const others = TABLES.flatMap(({ name, otherBytes = {} }) =>
    Object.keys(otherBytes).map((each) => `${name}.${each}`),
  );
  expect([...known, ...others].sort()).toEqual(bytes.sort());
  // By this name it is found in rows that wait as JSON.
  expect(new Set(SEALED.map(({ column }) => column.name))).toEqual(new Set(["sealed"]));
});
