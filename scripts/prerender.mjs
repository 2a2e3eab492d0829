import { randomBytes } from "node:crypto";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderOf, NOT_FOUND, PAGES } from "../workers/prerendered.ts";
import { localSettings, ROOT, say } from "./local-world.mjs";
import { runBuild } from "./run-build.mjs";

/** Wrangler's own list. */
const APPLIED = "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)";
const NOTE = "INSERT INTO d1_migrations (name) VALUES (?)";

/** An address that no route has. */
const MISSING = "/no-such-page/";

/**
 * Renders the pages of visitors with the Worker that was just built, into files beside its scripts. What they say of the
 * controller is in the settings: without those nothing is rendered, and the Worker, which refuses to run without them,
 * renders its pages itself once it has them.
 * @param build whole path of the folder with server/ and client/
 */
export async function prerender(build) {
  const { vars } = JSON.parse(readFileSync(join(build, "server", "wrangler.json"), "utf8"));
  const local = process.env.DAYBOOK_LOCAL === "1" ? localSettings("http://localhost") : {};
  const settings = { ...vars, ...local };
  if (!settings.CONTROLLER.trim() || !settings.CONTACT_EMAIL.trim()) {
    say("No page is rendered for visitors: wrangler.toml has no CONTROLLER or no CONTACT_EMAIL");
    return;
  }
  const state = mkdtempSync(join(tmpdir(), "daybook-"));
  // No page of these has anything of a key.
  const key = { TURNSTILE_SITE_KEY: "none", TURNSTILE_SECRET: "none", VAULT_KEY_ID: "1", VAULT_KEYS: newKeys() };
  const worker = runBuild(build, state, {}, 0, { own: { ...settings, ...key } });
  try {
    await noteMigrations(await worker.getD1Database("DB"));
    const folder = join(build, "client", await folderOf(settings));
    mkdirSync(folder, { recursive: true });
    for (const [path, name] of [...Object.entries(PAGES), [MISSING, NOT_FOUND]]) {
      const html = await render(worker, new URL(path, settings.APP_ORIGIN), name === NOT_FOUND ? 404 : 200);
      writeFileSync(join(folder, `${name}.html`), html);
    }
  } finally {
    await worker.dispose();
    rmSync(state, { recursive: true, force: true });
  }
}

/**
 * Without script, which no page needs and a visitor's least of all, and without the nonce of one answer.
 * @throws for a page that is not the same for everybody
 */
async function render(worker, url, status) {
  const answer = await worker.dispatchFetch(url, { redirect: "manual" });
  const html = await answer.text();
  if (answer.status !== status) throw new Error(`${url} answers ${answer.status}: ${html}`);
  if (answer.headers.has("Set-Cookie")) throw new Error(`${url} sets a cookie`);
  return html.replaceAll(/<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>| nonce="[^"]*"/gs, "");
}

/** No page of these reads a table, but the Worker refuses a database whose list of migrations is too short. */
async function noteMigrations(database) {
  const applied = globSync(join(ROOT, "migrations", "*.sql")).map((file) => database.prepare(NOTE).bind(file));
  await database.batch([database.prepare(APPLIED), ...applied]);
}

function newKeys() {
  return JSON.stringify({ 1: randomBytes(32).toString("base64") });
}
