import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { TABLES } from "~/data/catalogue.server";

/** Tables with rows of a diary, but for those of forms, files on their way in, and sizes. */
const DIARY = TABLES.filter(
  ({ owner, backup }) => typeof owner !== "string" && owner.name === "user_id" && typeof backup !== "string",
)
  .map(({ table }) => getTableName(table))
  .filter((name) => name !== "idempotency_keys");

async function rows<Row>(query: string): Promise<Row[]> {
  return (await env.DB.prepare(query).all<Row>()).results;
}

interface Index {
  name: string;
  unique: number;
  origin: "c" | "u" | "pk";
}

/** The indexes of a table, each under the name that the planner knows it by, with its columns. */
async function indexesOf(table: string) {
  const list = await rows<Index>(`PRAGMA index_list(${table})`);
  const [made] = await rows<{ sql: string }>(`SELECT sql FROM sqlite_schema WHERE name = '${table}'`);
  return Promise.all(
    list.map(async ({ name, unique, origin }) => {
      const columns = (await rows<{ name: string }>(`PRAGMA index_info(${name})`)).map((column) => column.name);
      const isTable = origin === "pk" && made?.sql.includes("WITHOUT ROWID");
      return { name: isTable ? table : name, isUnique: unique === 1, columns };
    }),
  );
}

test("no row of a diary can point at another user's: each reference carries the user", async () => {
  expect(DIARY).toContain("sessions");
  for (const table of DIARY) {
    const keys = await rows<{ id: number; table: string; from: string; to: string }>(
      `PRAGMA foreign_key_list(${table})`,
    );
    const within = keys.filter((key) => DIARY.includes(key.table));
    const ids = new Set(within.map(({ id }) => id));
    const owned = within.filter(({ from, to }) => from === "user_id" && to === "user_id");
    expect(owned.length, table).toBe(ids.size);
    expect(
      keys.some((key) => key.table === "users" && key.from === "user_id"),
      table,
    ).toBe(true);
  }
});

test("what names a row of a diary begins with its user", async () => {
  for (const table of DIARY) {
    const unique = (await indexesOf(table)).filter(({ isUnique }) => isUnique);
    expect(
      unique.map(({ columns }) => columns[0]),
      table,
    ).toEqual(unique.map(() => "user_id"));
    expect(unique.length, table).toBeGreaterThan(0);
  }
});

test("the query planner was told of each index of a diary, and of none that is not there", async () => {
  const told = (await rows<{ tbl: string; idx: string }>("SELECT tbl, idx FROM sqlite_stat1")).map(({ idx }) => idx);
  const all = await Promise.all(DIARY.map(indexesOf));
  expect(all.flat().filter(({ name }) => !told.includes(name))).toEqual([]);
  const there = (await rows<{ name: string }>("SELECT name FROM sqlite_schema")).map(({ name }) => name);
  expect(told.filter((name) => !there.includes(name))).toEqual([]);
});
