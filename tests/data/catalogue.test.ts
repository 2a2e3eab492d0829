import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { BACKED_UP, NOT_BACKED_UP, NOT_SEALED_ANEW, SEALED } from "~/backups/tables.server";

const { results: found } = await env.DB.prepare(
  "SELECT t.name AS table_name, c.name, c.type FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE 'd1_%' AND t.name NOT LIKE '\\_cf%' ESCAPE '\\'",
).all<{ table_name: string; name: string; type: string }>();

test("every table is backed up, or is none of a user's to keep and says why", () => {
  const known = [...BACKED_UP.map(({ table }) => getTableName(table)), ...Object.keys(NOT_BACKED_UP)];
  expect(known.sort()).toEqual([...new Set(found.map(({ table_name }) => table_name))].sort());
});

test("a row goes in after those that it points at", async () => {
  const order = BACKED_UP.map(({ table }) => getTableName(table));
  for (const [at, name] of order.entries()) {
    const { results } = await env.DB.prepare(`PRAGMA foreign_key_list(${name})`).all<{ table: string }>();
    for (const { table } of results) expect(order.slice(0, at), `${name} after ${table}`).toContain(table);
  }
});

test("every column of bytes is sealed anew under a new key, or says why not", () => {
  const bytes = found.filter(({ type }) => type === "BLOB").map(({ table_name, name }) => `${table_name}.${name}`);
  const known = SEALED.map(({ table, column }) => `${getTableName(table)}.${column.name}`);
  expect([...known, ...Object.keys(NOT_SEALED_ANEW)].sort()).toEqual(bytes.sort());
  // By this name it is found in rows that wait as JSON.
  expect(new Set(SEALED.map(({ column }) => column.name))).toEqual(new Set(["sealed"]));
});
