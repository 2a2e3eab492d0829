// @module-tag full
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasDeletionNote, noteDeletion } from "~/account/deletion/deletion-notes.server";
import { PASSWORD_PLACE } from "~/account/table.server";
import { openVault } from "~/platform/crypto/vault.server";
import { runBuild } from "../../scripts/run-build.mjs";
import { openS3Store } from "../../scripts/s3-store.mjs";
import { makeTables } from "./make-tables.mjs";
import { ACCESS, REGION, startS3Server } from "./s3-server";
import { SETTINGS } from "./sign-in";

const STATE = resolve(".local/copies-drill");
const ACCESS_FILE = join(STATE, "access.json");
const KEYS_FILE = join(STATE, "keys.json");

const DAY_MS = 24 * 60 * 60 * 1000;

type Served = ReturnType<typeof runBuild>;
let served: Served | null = null;
let server: Awaited<ReturnType<typeof startS3Server>>;

beforeAll(async () => {
  rmSync(STATE, { recursive: true, force: true });
  mkdirSync(STATE, { recursive: true });
  writeFileSync(ACCESS_FILE, JSON.stringify(ACCESS));
  writeFileSync(KEYS_FILE, SETTINGS.VAULT_KEYS);
  server = await startS3Server();
});
afterAll(async () => {
  await served?.dispose();
  server.close();
  rmSync(STATE, { recursive: true, force: true });
});

/** @param days how many after today the Worker lives */
function serve(days = 0): Served {
  served = runBuild(resolve("build"), STATE, { ...SETTINGS, CLOCK_OFFSET_MS: String(days * DAY_MS) });
  return served;
}

async function stop(): Promise<void> {
  await served?.dispose();
  served = null;
}

/** As the keeper runs it, beside this process, in which the store answers. */
async function command(script: string, words: string[], input = "") {
  const child = spawn("node", [join("scripts", script), ...words, "--state", STATE], { stdio: "pipe" });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  child.stdin.end(input);
  const [status] = await once(child, "close");
  return { status, said };
}

const where = () => ["--endpoint", server.endpoint, "--s3-region", REGION, "--access-file"];

async function ask(on: Served, sql: string) {
  const database = await on.getD1Database("DB");
  return (await database.prepare(sql).all<Record<string, string | number | null>>()).results;
}

/** Accounts, as far as a backup has them; what is encrypted is opened, since a restore encrypts anew. */
async function accounts(on: Served) {
  const columns = "unique_ref, username, first_name, email, hex(password_encrypted) AS password";
  const rows = await ask(on, `SELECT ${columns} FROM users ORDER BY 1`);
  const vault = openVault(SETTINGS.VAULT_KEYS, "1");
  return Promise.all(
    rows.map(async (row): Promise<typeof row> => {
      const blob = Uint8Array.from(Buffer.from(String(row.password), "hex"));
      return { ...row, password: await vault.decrypt(String(row.unique_ref), PASSWORD_PLACE, blob) };
    }),
  );
}

/** @param more what is true of users once they are backed up, beside that they have been at all */
async function night(on: Served, more = "TRUE"): Promise<void> {
  const worker = await on.getWorker();
  await worker.scheduled({ cron: "0 3 * * *" });
  for (;;) {
    await worker.scheduled({ cron: "* * * * *" });
    const left = await ask(
      on,
      `SELECT 1 FROM users WHERE unique_ref NOT IN (SELECT user_ref FROM backups WHERE state = 'made') OR NOT (${more})`,
    );
    if (left.length === 0) return;
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

test("the commands say what is missing, and take a secret from a file or standard input alone", async () => {
  const copy = async (...words: string[]) => {
    const { status, said } = await command("copy-backups.mjs", words);
    return [status, said.split("\n")[0]];
  };
  const to = ["--to", "s3://copies/night"];
  expect(await copy()).toEqual([2, "Say --to"]);
  expect(await copy(...to)).toEqual([2, "Give the address of the service with --endpoint: it begins with https://"]);
  expect(await copy(...to, "--endpoint", "http://store.example")).toMatchObject([2, expect.stringMatching(/https/)]);
  expect(await copy(...to, "--endpoint", "https://store.example")).toEqual([
    2,
    "Give the key of the service with --access-file",
  ]);
  expect(await copy(...to, ...where(), "package.json")).toEqual([
    2,
    '--access-file is no JSON like {"access_key_id":"…","secret_access_key":"…"}',
  ]);
}, 120_000);

test("the drill: a night copied beyond the account, databases and stores destroyed, and all restored from the copies", {
  // A quarter of a minute on a quiet machine.
  timeout: 240_000,
}, async () => {
  let on = serve();
  const { origin } = await on.ready;
  await makeTables(on);
  for (const at of [0, 1, 2]) {
    const form = new URLSearchParams({ level: "9", email: `user-${at}@example.com` });
    const made = await fetch(`${origin}/dev/new-user/`, { method: "POST", body: form, headers: { Origin: origin } });
    expect(made.status).toBe(200);
  }
  await night(on);
  const [{ unique_ref: ref } = {}] = await accounts(on);
  await stop();
  const copy = () =>
    command("copy-backups.mjs", ["--to", "s3://copies/night", ...where(), "-"], JSON.stringify(ACCESS));
  expect(await copy()).toMatchObject({ status: 0, said: expect.stringMatching(/^3 copied /m) });

  // One has another night: the copies keep the older one, too.
  on = serve(1);
  await on.ready;
  await ask(on, `UPDATE users SET first_name = 'Newer' WHERE unique_ref = '${ref}'`);
  await ask(on, `UPDATE users SET changed_at = 1 WHERE unique_ref = '${ref}'`);
  const made = "SELECT count(*) FROM backups WHERE user_ref = users.unique_ref AND state = 'made'";
  await night(on, `unique_ref <> '${ref}' OR (${made}) = 2`);
  const before = await accounts(on);
  expect(before).toHaveLength(3);
  await stop();
  expect(await copy()).toMatchObject({ status: 0, said: expect.stringMatching(/^1 copied /m) });
  expect([...server.objects.keys()].filter((key) => /^copies\/night\/users\//.test(key))).toHaveLength(4);
  for (const { bytes } of server.objects.values()) expect(bytes.toString("latin1")).not.toContain("example.com");

  // Nothing is left of the account at Cloudflare; and one of them had deleted theirs.
  rmSync(join(STATE, "v3"), { recursive: true });
  const [newer, gone, ...left] = before;
  const others = [newer, ...left];
  const copies = openS3Store({
    endpoint: server.endpoint,
    bucket: "copies",
    folder: "night/",
    region: REGION,
    access: ACCESS,
  });
  await noteDeletion(copies, String(gone?.unique_ref));
  expect(await hasDeletionNote(copies, String(gone?.unique_ref))).toBe(true);

  const from = ["--from", "s3://copies/night", ...where(), ACCESS_FILE, "--keys-file", KEYS_FILE];
  const restored = await command("restore.mjs", ["--all", ...from]);
  expect(restored).toMatchObject({ status: 0, said: expect.stringContaining(`${gone?.unique_ref}  was deleted`) });
  expect(restored.said.match(/restored as of/g)).toHaveLength(2);
  expect(restored.said).toMatch(new RegExp(`${ref}  restored as of .*: `));
  on = serve();
  expect(await accounts(on)).toEqual(others);
  // The store itself is empty: the next night backs them up again.
  expect(await ask(on, "SELECT 1 FROM backups")).toEqual([]);
  expect(await ask(on, "SELECT 1 FROM users WHERE changed_at IS NOT NULL")).toHaveLength(2);
  expect(server.refused).toEqual([]);
});
