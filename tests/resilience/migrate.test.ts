// @module-tag full
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBuild } from "../../scripts/run-build.mjs";
import { SETTINGS } from "./sign-in";

const STATE = resolve(".local/migrated");
type Served = ReturnType<typeof runBuild>;
let served: Served | null = null;

beforeAll(() => rmSync(STATE, { recursive: true, force: true }));
afterAll(async () => {
  await served?.dispose();
  rmSync(STATE, { recursive: true, force: true });
});

/**
 * Beside this process, which the server's connections need meanwhile. Again where the server was closing the file that both
 * have here, as nothing has at Cloudflare.
 */
async function migrate(): Promise<{ status: number; said: string }> {
  const child = spawn("node", ["scripts/migrate.mjs", "--state", STATE]);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const [status] = await once(child, "close");
  return said.includes("database is locked: SQLITE_BUSY") ? migrate() : { status, said };
}

async function page({ url }: { url: URL }) {
  const answer = await fetch(new URL("/login/", url));
  return [answer.status, (await answer.text()).includes("Daybook is being updated")];
}

async function inDatabase(sql: string) {
  const database = await (served as Served).getD1Database("DB");
  return (await database.prepare(sql).all<{ name: string }>()).results;
}

test("a migration that failed in the midst changes nothing, and the Worker answers once it has its tables", async () => {
  served = runBuild(resolve("build"), STATE, SETTINGS);
  const url = await served.ready;
  // Far down in the migration, so that much of it has been done when it fails.
  await inDatabase("CREATE TABLE cron_runs (in_the_way TEXT)");
  const failed = await migrate();
  expect(failed.status).not.toBe(0);
  expect(failed.said).toMatch(/cron_runs already exists/);
  expect(failed.said).not.toContain("DB has its tables");
  // All of a migration, or nothing.
  expect(await inDatabase("SELECT name FROM sqlite_schema WHERE name IN ('users', 'sessions')")).toEqual([]);
  expect(await page({ url })).toEqual([503, true]);

  await inDatabase("DROP TABLE cron_runs");
  expect(await migrate()).toMatchObject({ status: 0, said: expect.stringContaining("DB has its tables") });
  expect(await page({ url })).toEqual([200, false]);
}, 120_000);
