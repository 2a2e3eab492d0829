// @module-tag full
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { sessionPlace } from "~/diary/sessions/table.server";
import { openVault } from "~/platform/crypto/vault.server";
import { memoryOf, mostDuring, runtimeOf } from "./runtime-memory";
import { type Server, startServer } from "./server";
import { SETTINGS } from "./sign-in";

const STATE = ".local/memory-of-calls";
const MAX_BYTES = 30_000_000;
const YEARS = 4;
/** With some 2,000 cases and 400 sessions each, about as many records as one answer holds. */
const YEARS_OF_AN_ANSWER = 2;
/** A runtime may sweep late on a busy machine: of so many, each just begun, one stays below. */
const TRIES = 3;
const DIARY_BYTES = 50_000_000;
const NOTES = "The list ran late. ".repeat(520);
const REFLECTION = "Airway planned with care. ".repeat(200);
const ROWS_AT_ONCE = 40;

type Body = Record<string, unknown>;
let server: Server | null = null;
let cookie = "";

/** Every session and case gets a long text, each encrypted as its own. */
async function writeTexts({ ask }: Server) {
  const [[user] = []] = await ask(["SELECT unique_ref FROM users WHERE username LIKE 'grown-%'"]);
  const cipher = openVault(SETTINGS.VAULT_KEYS, "1").of(String(user?.unique_ref));
  const text = { case_description: "Hip", complications: "", reflective_notes: REFLECTION };
  const encrypted = {
    sessions: (ref: string) => cipher.encrypt(sessionPlace(ref), NOTES),
    cases: (ref: string) => encryptCaseText(cipher, ref, text),
  };
  for (const table of ["sessions", "cases"] as const) {
    const [rows = []] = await ask([`SELECT unique_ref FROM ${table}`]);
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      const statements = rows.slice(at, at + ROWS_AT_ONCE).map(async ({ unique_ref }) => {
        const hex = Buffer.from((await encrypted[table](String(unique_ref))) as Uint8Array).toString("hex");
        return `UPDATE ${table} SET text_encrypted = x'${hex}' WHERE unique_ref = '${unique_ref}'`;
      });
      await ask(await Promise.all(statements));
    }
  }
}

beforeAll(async () => {
  rmSync(STATE, { recursive: true, force: true });
  const made = await startServer(STATE, SETTINGS);
  server = made;
  await made.makeTables();
  const answer = await fetch(`${made.url}/dev/grow/`, {
    ...{ method: "POST", headers: { origin: made.url }, body: new URLSearchParams({ years: String(YEARS) }) },
  });
  expect(answer.status).toBe(200);
  await writeTexts(made);
  const [[sizes] = []] = await made.ask([
    "SELECT (SELECT sum(length(text_encrypted)) FROM cases) + (SELECT sum(length(text_encrypted)) FROM sessions) AS n",
  ]);
  expect(Number(sizes?.n)).toBeGreaterThan(DIARY_BYTES);
  const cookiesOf = ({ headers }: Response) => headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
  const login = cookiesOf(answer);
  const page = await fetch(`${made.url}/api/usercheck/`, { headers: { cookie: login.join("; ") } });
  cookie = [...login, ...cookiesOf(page)].join("; ");
}, 600_000);

/** A runtime that has answered nothing with texts yet. */
async function startAnew(): Promise<number> {
  const { beginAnew, pid } = server as Server;
  await beginAnew();
  // The code of the calls is no part of an answer.
  await call(DAY);
  return runtimeOf(pid);
}

afterAll(async () => {
  await server?.kill();
  rmSync(STATE, { recursive: true, force: true });
});

async function call(body: Body): Promise<number> {
  const { url } = server as Server;
  const token = /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? "";
  const answer = await fetch(`${url}/api/session_diary/`, {
    method: "POST",
    headers: { cookie, origin: url, "content-type": "application/json", "x-csrftoken": token, connection: "close" },
    body: JSON.stringify(body),
  });
  let bytes = 0;
  let last = "";
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    last = Buffer.from(piece).toString("latin1").slice(-200);
  }
  expect({ status: answer.status, last }).toEqual({ status: 200, last: expect.stringMatching(/\}$/) });
  return bytes;
}

const DAY = { action: "between_dates", start: "2001-01-01", end: "2001-01-01" };

/** By how many bytes a runtime that has just begun grows by a call. */
async function growthBy(body: Body): Promise<number> {
  const runtime = await startAnew();
  const { now } = memoryOf(runtime);
  let bytes = 0;
  const most = await mostDuring(runtime, async () => {
    bytes = await call(body);
  });
  console.log(
    `${body.action}: ${(bytes / 1e6).toFixed(1)} MB of answer, ${((most - now) / 1e6).toFixed(1)} MB of memory`,
  );
  return most - now;
}

test("a first call takes less than 30 MB of memory, however much text the diary has", {
  timeout: 600_000,
}, async () => {
  const { ask } = server as Server;
  const [[one] = [], [busy] = []] = await ask([
    "SELECT unique_ref FROM sessions ORDER BY start_at DESC LIMIT 1 OFFSET 400",
    "SELECT session_ref, min(unique_ref) AS case_ref FROM cases GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
  ]);
  const year = new Date().getFullYear();
  const calls: Body[] = [
    { action: "between_dates", start: `${year - YEARS_OF_AN_ANSWER}-01-01`, end: `${year - 1}-12-31` },
    { action: "AddEditSessionV2", form_data: { unique_ref: one?.unique_ref, site: "Day unit" } },
    { action: "add_edit_case", session_ur: busy?.session_ref, form_data: { unique_ref: busy?.case_ref, asa: 1 } },
    { action: "GetRecurringSessions", session: one?.unique_ref },
    // These two are done once: what is deleted twice is answered as before.
    { action: "DeleteCase", unique_ref: busy?.case_ref },
    { action: "delete_session_v2", unique_ref: one?.unique_ref, recurring: "1" },
  ];
  const most: [unknown, number][] = [];
  for (const body of calls) {
    let growth = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < TRIES && growth >= MAX_BYTES; tried++) growth = await growthBy(body);
    most.push([body.action, growth]);
  }
  expect(most.filter(([, growth]) => growth >= MAX_BYTES)).toEqual([]);
});
