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

/** Beside this process, which the server's connections need meanwhile. */
async function migrate() {
  const child = spawn("node", ["scripts/migrate.mjs", "--state", STATE]);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const [status] = await once(child, "close");
  return { status, said };
}

/** Asks a page as somebody with a login of the region. */
async function pageIn(region: string, { url }: { url: URL }) {
  const answer = await fetch(new URL("/login/", url), { headers: { Cookie: `login=${region}-nobody` } });
  return [answer.status, (await answer.text()).includes("Daybook is being updated")];
}

async function inFarRegion(sql: string) {
  const database = await (served as Served).getD1Database("DB_OC");
  return (await database.prepare(sql).all<{ name: string }>()).results;
}

test("regions get their tables one after the other, and one that failed in the midst answers once it has them", async () => {
  served = runBuild(resolve("build"), STATE, SETTINGS);
  const url = await served.ready;
  // Far down in the migration, so that much of it has been done when it fails.
  await inFarRegion("CREATE TABLE cron_runs (in_the_way TEXT)");
  const failed = await migrate();
  expect(failed.status).not.toBe(0);
  expect(failed.said).toMatch(/DB has its tables[\s\S]*DB_OC[\s\S]*cron_runs already exists/);
  expect(failed.said).not.toContain("DB_OC has its tables");
  // All of a migration, or nothing.
  expect(await inFarRegion("SELECT name FROM sqlite_schema WHERE name IN ('users', 'sessions')")).toEqual([]);
  expect(await pageIn("eu", { url })).toEqual([200, false]);
  expect(await pageIn("oc", { url })).toEqual([503, true]);

  await inFarRegion("DROP TABLE cron_runs");
  expect(await migrate()).toMatchObject({ status: 0, said: expect.stringContaining("DB_OC has its tables") });
  expect(await pageIn("oc", { url })).toEqual([200, false]);
}, 120_000);

test("a directory with older tables refuses whoever asks it, and nobody else, until it has them", async () => {
  const { origin } = await (served as Served).ready;
  const directory = await (served as Served).getD1Database("DIRECTORY");
  const { results } = await directory.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  await directory.prepare("DELETE FROM d1_migrations").run();
  const logIn = async () => {
    const body = new URLSearchParams({ username: "nobody", password: "three random words" });
    const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin" };
    const answer = await fetch(`${origin}/login/`, { method: "POST", body, headers });
    return [answer.status, (await answer.text()).includes("Daybook is being updated")];
  };
  expect(await logIn()).toEqual([503, true]);
  expect(await pageIn("eu", { url: new URL(origin) })).toEqual([200, false]);
  for (const { name } of results)
    await directory.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name).run();
  expect(await logIn()).toEqual([422, false]);
}, 120_000);
