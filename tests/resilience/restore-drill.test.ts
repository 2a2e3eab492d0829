// @module-tag full
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { getTableName } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENCRYPTED_TABLES } from "~/backups/rotate-keys.server";
import { DIARY_PARTS } from "~/changes/parts.server";
import { ROW_KINDS } from "~/data/records/kinds.server";
import { openVault } from "~/platform/crypto/vault.server";
import { runBuild } from "../../scripts/run-build.mjs";
import { makeTables } from "./make-tables.mjs";
import { SETTINGS } from "./sign-in";

const STATE = resolve(".local/drill");
const OLD_KEYS = SETTINGS.VAULT_KEYS;
const NEW_KEYS = JSON.stringify({ ...JSON.parse(OLD_KEYS), 2: btoa("another key of 32 bytes, rotated") });

type Served = ReturnType<typeof runBuild>;
let served: Served | null = null;

beforeAll(() => rmSync(STATE, { recursive: true, force: true }));
afterAll(async () => {
  await served?.dispose();
  rmSync(STATE, { recursive: true, force: true });
});

function serve(settings: Record<string, string> = {}): Served {
  served = runBuild(resolve("build"), STATE, { ...SETTINGS, ...settings });
  return served;
}

async function stop(): Promise<void> {
  await served?.dispose();
  served = null;
}

async function ask(on: Served, sql: string) {
  const database = await on.getD1Database("DB");
  return (await database.prepare(sql).all<Record<string, string | number | null>>()).results;
}

/** The users by the numbers that their diary rows carry. */
const NUMBERS = "SELECT id, unique_ref FROM users ORDER BY id";

/**
 * Every row that backups keep, blobs as hex; without the lines that restores themselves write. Of a diary row whose it
 * is stands in place of the number: whoever comes back to a database gets a new one. So do the changes of a diary.
 */
async function everything(on: Served) {
  const tables: Record<string, string[]> = {};
  for (const { table, encrypted } of ROW_KINDS) {
    const name = getTableName(table);
    const columns = (await ask(on, `PRAGMA table_info(${name})`)).flatMap((column) => {
      if (`${name}.${column.name}` === "users.id" || column.name === "change_number") return [];
      // What is restored is marked for the next night.
      if (`${name}.${column.name}` === "users.changed_at") return [];
      // A restore encrypts anew: `texts` opens it.
      if (column.name === encrypted?.column.name) return [];
      if (column.name === "version" && DIARY_PARTS.some((part) => part.name === name)) return [];
      if (column.name === "user_id") return [`${refOfOwner(name)} AS user_id`];
      return [column.type === "BLOB" ? `hex(${column.name}) AS ${column.name}` : String(column.name)];
    });
    const rows = await ask(on, `SELECT ${columns.join(", ")} FROM ${name}`);
    tables[name] = rows
      .filter((row) => row.action !== "restored-from-backup")
      .map((row) => JSON.stringify(row))
      .sort();
  }
  return tables;
}

/** Whose a diary row of a table is. */
function refOfOwner(table: string): string {
  return `(SELECT owner.unique_ref FROM users AS owner WHERE owner.id = ${table}.user_id)`;
}

async function refOf(on: Served, username: string) {
  const [user] = await ask(on, `SELECT unique_ref FROM users WHERE username = '${username}'`);
  return String(user?.unique_ref);
}

/** Every encrypted text, opened. */
async function texts(on: Served, keys: string, keyId = "1") {
  const vault = openVault(keys, keyId);
  const found: string[] = [];
  for (const { table, column, owner, ref, place } of ENCRYPTED_TABLES) {
    const user = owner.name === "user_id" ? refOfOwner(getTableName(table)) : owner.name;
    const rows = await ask(
      on,
      `SELECT ${user} AS owner, ${ref.name} AS ref, hex(${column.name}) AS blob FROM ${getTableName(table)} WHERE ${column.name} IS NOT NULL`,
    );
    for (const row of rows) {
      const [userRef, at] = [String(row.owner), place(String(row.ref))];
      found.push(`${at} ${await vault.decrypt(userRef, at, Uint8Array.from(Buffer.from(String(row.blob), "hex")))}`);
    }
  }
  return found.sort();
}

/** What the crons and the queue do in a night. */
async function night(on: Served) {
  const worker = await on.getWorker();
  await worker.scheduled({ cron: "0 3 * * *" });
  for (;;) {
    await worker.scheduled({ cron: "* * * * *" });
    const states = await ask(on, "SELECT state, count(*) AS n FROM backups GROUP BY state");
    if (states.length === 1 && states[0]?.state === "made") return states[0].n;
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

/** As the keeper runs it, with the server stopped; the keys come on standard input. */
function command(script: string, words: string[], { keys = OLD_KEYS, keyId = "1" } = {}) {
  const line = [join("scripts", script), ...words, "--state", STATE, "--keys-file", "-"];
  const { status, stdout, stderr } = spawnSync("node", line, {
    env: { ...process.env, VAULT_KEY_ID: keyId },
    input: `${keys}\n`,
    encoding: "utf8",
    // Longer than the store is asked again for.
    timeout: 150_000,
  });
  return { status, said: stdout + stderr };
}

test("the commands say what they can be asked, and take no day that is none", () => {
  for (const script of ["restore.mjs", "rotate-keys.mjs"]) {
    const help = command(script, ["--help"]);
    expect([help.status, help.said.split("\n")[0]]).toEqual([
      0,
      expect.stringMatching(/^npm run (restore|rotate-keys) /),
    ]);
  }
  for (const day of ["2026-13-45", "2026-02-30", "yesterday"]) {
    const refused = command("restore.mjs", ["--all", "--day", day]);
    expect(refused.status).toBe(2);
    expect(refused.said).toContain(`--day ${day} is no date: write it as 2026-11-20`);
  }
});

test("the keys come from a file or standard input, and never from the environment", { timeout: 60_000 }, () => {
  const tell = (words: string[], env: Record<string, string> = {}) => {
    const line = [join("scripts", "restore.mjs"), "--list", "--state", STATE, ...words];
    const { status, stderr } = spawnSync("node", line, {
      env: { ...process.env, ...env },
      input: "",
      encoding: "utf8",
      timeout: 60_000,
    });
    return [status, stderr.trim()];
  };
  expect(tell([], { VAULT_KEYS: OLD_KEYS })).toEqual([
    1,
    "Take VAULT_KEYS out of the environment, and give the keys with --keys-file or on standard input",
  ]);
  expect(tell(["--keys-file", "no-such-file"])).toEqual([1, "The file of keys cannot be read: ENOENT"]);
  expect(tell(["--keys-file", "-"])[1]).toContain("Give the keys of the vault, as JSON, with --keys-file");
  expect(tell(["--keys-file", "wrangler.toml"])).toEqual([1, 'The keys are no JSON like {"1":"…"}']);
});

test("the drill: backed up at night, the database destroyed, and all of it restored by the command", {
  // Half a minute on a quiet machine; other tests may keep this one busy.
  timeout: 480_000,
}, async () => {
  let on = serve();
  const { origin } = await on.ready;
  await makeTables(on);
  expect((await fetch(`${origin}/dev/seed/`, { method: "POST", headers: { Origin: origin } })).status).toBe(200);
  const [before, said] = [await everything(on), await texts(on, OLD_KEYS)];
  expect([before.users?.length, said.length > 100]).toEqual([2, true]);
  expect(await night(on)).toBe(2);
  const [cron] = await ask(on, "SELECT * FROM cron_runs WHERE name = 'daily'");
  expect([cron?.failed_at, cron?.ended_at !== null]).toEqual([null, true]);
  await stop();

  rmSync(join(STATE, "v3", "d1"), { recursive: true });
  const listed = command("restore.mjs", ["--list"]);
  expect(listed.said).toMatch(/consultant +1 backups/);
  const restored = command("restore.mjs", ["--all"]);
  expect([restored.status, restored.said.match(/restored as of/g)?.length]).toEqual([0, 2]);
  on = serve();
  expect(await everything(on)).toEqual(before);
  expect(await texts(on, OLD_KEYS)).toEqual(said);
  expect(await ask(on, "PRAGMA foreign_key_check")).toEqual([]);
  expect(await ask(on, "SELECT day FROM backups")).toHaveLength(2);

  // One user alone, whose diary is lost; only when it is asked for.
  const theirs = "(SELECT id FROM users WHERE username = 'consultant')";
  await ask(on, `DELETE FROM element_schedule WHERE user_id = ${theirs}`);
  await ask(on, `UPDATE cases SET age = NULL, text_encrypted = NULL WHERE user_id = ${theirs}`);

  // A damaged backup is named, with the one before it; the diary stays as it was.
  const store = await on.getR2Bucket("OBJECTS");
  const [{ key = "" } = {}] = (await store.list({ prefix: `users/${await refOf(on, "consultant")}/` })).objects;
  const whole = new Uint8Array((await (await store.get(key))?.arrayBuffer()) ?? []);
  const older = key.replace(/[\d-]+(?=\.gz$)/, "2026-01-01");
  const [lost, numbers] = [await everything(on), await ask(on, NUMBERS)];
  for (const bad of [whole.map((byte, at) => (at === 100 ? byte ^ 1 : byte)), whole.subarray(0, whole.length - 40)]) {
    const here = await on.getR2Bucket("OBJECTS");
    await here.put(key, bad);
    await here.put(older, whole);
    await stop();
    const { status, said: told } = command("restore.mjs", ["--user", "Consultant", "--replace"]);
    expect(status).toBe(1);
    expect(told).toMatch(/The backup of \d{4}-\d\d-\d\d cannot be read: it is damaged, cut off, or not theirs/);
    expect(told).toMatch(/--user=[\w-]{22} --day 2026-01-01 --replace/);
    on = serve();
    expect(await everything(on)).toEqual(lost);
    expect(await ask(on, NUMBERS)).toEqual(numbers);
  }
  const again = await on.getR2Bucket("OBJECTS");
  await again.put(key, whole);
  await again.delete(older);
  await stop();
  expect(command("restore.mjs", ["--user", "Consultant"])).toMatchObject({ status: 1 });
  expect(command("restore.mjs", ["--user", "Consultant", "--replace"]).status).toBe(0);
  on = serve();
  expect(await everything(on)).toEqual(before);
  expect(await ask(on, NUMBERS)).toEqual(numbers);
  await stop();

  // A new key: all is encrypted again by the command, and the next night's backups are restored without the old one.
  expect(command("rotate-keys.mjs", [], { keys: NEW_KEYS, keyId: "3" })).toEqual({
    status: 1,
    said: "The keys have no key 3, which VAULT_KEY_ID names\n",
  });
  expect(command("rotate-keys.mjs", [], { keys: NEW_KEYS, keyId: "2" })).toMatchObject({
    status: 0,
    said: expect.stringMatching(/needs an older key[\s\S]*The oldest backup in the store was made at \d{4}-/),
  });
  on = serve({ VAULT_KEYS: NEW_KEYS, VAULT_KEY_ID: "2" });
  const only = JSON.stringify({ 2: JSON.parse(NEW_KEYS)["2"] });
  expect(await texts(on, only, "2")).toEqual(said);
  await ask(on, "UPDATE backups SET day = '2026-01-01', made_at = 0");
  await ask(on, "UPDATE users SET changed_at = 0 WHERE changed_at IS NOT NULL");
  await night(on);
  await stop();
  rmSync(join(STATE, "v3", "d1"), { recursive: true });
  expect(command("restore.mjs", ["--all"], { keys: only, keyId: "2" }).status).toBe(0);
  on = serve({ VAULT_KEYS: only, VAULT_KEY_ID: "2" });
  expect(await texts(on, only, "2")).toEqual(said);
});
