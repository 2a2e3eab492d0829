import { env } from "cloudflare:workers";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";

// Those of app/diary have no rows yet: they stand by themselves in its proof.
const modules = import.meta.glob<Record<string, unknown>>(["../../app/**/*.server.ts", "!../../app/diary/**"], {
  eager: true,
});
const tables = new Map(
  Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter((value): value is SQLiteTable => is(value, SQLiteTable))
    .map((table) => [getTableConfig(table).name, getTableConfig(table)]),
);

interface MigratedColumn {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

async function migratedTables(): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all<{
    name: string;
  }>();
  return results.map((row) => row.name).filter((name) => !/^(sqlite_|_cf_|d1_)/.test(name));
}

test("every migrated table is known to the code, and every known table is migrated", async () => {
  expect([...tables.keys()].sort()).toEqual((await migratedTables()).sort());
});

test("columns of the code and of the migrations are the same, with type, null and key", async () => {
  for (const [name, table] of tables) {
    const { results } = await env.DB.prepare(`PRAGMA table_info(${name})`).all<MigratedColumn>();
    const migrated = results.map((column) => ({
      name: column.name,
      type: column.type.toLowerCase(),
      required: column.notnull === 1 || column.pk > 0,
    }));
    const keys = table.primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
    const known = table.columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      required: column.notNull || column.primary || keys.includes(column.name),
    }));
    expect(known.sort(byName), name).toEqual(migrated.sort(byName));
  }
});

test("every diary table names its owner", async () => {
  const accounts = ["users", "dead_jobs", "rate_counters", "cron_runs"];
  for (const name of await migratedTables()) {
    if (accounts.includes(name)) continue;
    expect(
      tables.get(name)?.columns.map((column) => column.name),
      name,
    ).toContain("user_ref");
  }
});

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name);
}
