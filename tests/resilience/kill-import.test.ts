// @module-tag full
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Server, startServer } from "./server";
import { SETTINGS, signIn } from "./sign-in";

const STATE = ".local/killed-import";
const ROWS = 20_000;
const DAYS = 200;
const CHUNK = 1_000;
/** Rows that are placed together: `ROWS_A_BATCH` of the slice. */
const LOT = 2_500;

const start = () => startServer(STATE, { ...SETTINGS, CSV_IMPORT_MIN_LEVEL: "3" });
let server: Server | null = null;

beforeAll(() => rmSync(STATE, { recursive: true, force: true }));
afterAll(async () => {
  await server?.kill();
  rmSync(STATE, { recursive: true, force: true });
});

/** 100 rows of five minutes on each of 200 days, every one within a session. */
const rows = Array.from({ length: ROWS }, (_, at) => {
  const start_minute = 480 + ((Math.floor(at / DAYS) * 6) % 600);
  return {
    ...{ line: at + 2, case_date: dateOf(at % DAYS), start_minute, end_minute: start_minute + 5, age: at % 90 },
    ...{ age_unit: "years", gender: 1, asa: 2, case_description: `Procedure ${at}`, remarks: [], ordinal: 0 },
  };
});
const chunks = Array.from({ length: ROWS / CHUNK }, (_, at) => rows.slice(at * CHUNK, (at + 1) * CHUNK));

function dateOf(day: number): string {
  return new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

const FACTS = {
  ...{ intent: "begin", file_hash: hash("file"), layout: hash("layout") },
  ...{ mapping: { case_date: 11, start_time: 10, end_time: 12, age: 7 }, choices: {} },
  ...{ rows_read: ROWS, rows_skipped: 0, rows_merged: 0, rows_rejected: 0, rows_expected: ROWS },
};

/** A session of ten hours on each of the days. */
function addSessions(on: Server, userId: unknown) {
  return on.ask(
    Array.from({ length: DAYS }, (_, day) => {
      // Rows after the last Sunday of March are an hour earlier in UTC: the session holds both.
      const from = Date.parse(`${dateOf(day)}T07:00:00Z`);
      return `INSERT INTO sessions (unique_ref, user_id, start_at, end_at, pa_basis, standard_minutes, premium_minutes,
        pa_units, pa_rules, created_at, updated_at)
        VALUES ('session-${day}', ${userId}, ${from}, ${from + 12 * 3_600_000}, 0, 720, 0, 10800, '"england"', 0, 0)`;
    }),
  );
}

/** Somebody's browser: cookies, and the token of the JSON calls. */
async function browserOf(on: Server, login: string) {
  const seen = await fetch(`${on.url}/import_csv_data/rows/`, { headers: { cookie: login } });
  const cookie = [login, ...seen.headers.getSetCookie().map((each) => each.split(";")[0])].join("; ");
  const token = /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? "";
  const headers = { cookie, origin: on.url };
  return {
    async call(body: object) {
      const answer = await fetch(`${on.url}/import_csv_data/rows/`, {
        ...{ method: "POST", body: JSON.stringify(body) },
        headers: { ...headers, "Content-Type": "application/json", "X-CSRFToken": token },
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Record<string, unknown>;
    },
    async place() {
      const page = await (await fetch(`${on.url}/import_csv_data/place/`, { headers })).text();
      const [, fingerprint = ""] = /name="fingerprint" value="([\w-]+)"/.exec(page) ?? [];
      const answer = await fetch(`${on.url}/import_csv_data/place/`, {
        ...{ method: "POST", redirect: "manual", body: new URLSearchParams({ fingerprint }) },
        headers,
      });
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}

/** Waits until a count has grown beyond what it was: on a slow machine later, but never at another place. */
async function until(on: Server, sql: string, more: number) {
  for (;;) {
    const [[counted] = []] = await on.ask([sql]);
    if (Number(counted?.n) > more) return;
  }
}

async function countsOf(on: Server) {
  const [imported, cases, marked, odd, broken, check] = await on.ask([
    "SELECT count(*) AS n FROM import_rows",
    "SELECT count(*) AS n, count(DISTINCT unique_ref) AS refs FROM cases",
    "SELECT count(*) AS n FROM import_rows WHERE placed_at IS NOT NULL",
    "SELECT count(*) AS n FROM import_rows r LEFT JOIN cases k ON k.user_id = r.user_id AND k.unique_ref = r.case_ref WHERE (r.placed_at IS NULL) <> (k.unique_ref IS NULL)",
    "PRAGMA foreign_key_check",
    "PRAGMA quick_check",
  ]);
  expect([odd, broken, check]).toEqual([[{ n: 0 }], [], [{ quick_check: "ok" }]]);
  expect(cases?.[0]?.refs).toBe(cases?.[0]?.n);
  expect(marked?.[0]?.n).toBe(cases?.[0]?.n);
  return { imported: imported?.[0]?.n as number, placed: cases?.[0]?.n as number };
}

test("an import of 20,000 rows that is killed as it comes in, and as it is placed, is in whole chunks and ends complete", {
  // A minute on a quiet machine; other tests may keep this one busy.
  timeout: 300_000,
}, async () => {
  server = await start();
  await server.makeTables();
  const login = await signIn(server);
  const [[user] = []] = await server.ask(["SELECT id FROM users"]);
  await addSessions(server, user?.id);

  const first = await browserOf(server, login);
  const { import_ref } = await first.call(FACTS);
  const send = (by: typeof first, at: number) =>
    by.call({ intent: "rows", import_ref, from: at * CHUNK, rows: chunks[at] });
  for (let at = 0; at < 7; at += 1) await send(first, at);
  const onTheWay = (async () => {
    for (let at = 7; at < 11; at += 1) await send(first, at);
  })().catch(() => "cut off");
  await until(server, "SELECT count(*) AS n FROM import_rows", 7 * CHUNK);
  await server.kill();
  await onTheWay;

  server = await start();
  const halfway = await countsOf(server);
  expect([halfway.imported >= 7 * CHUNK, halfway.imported < ROWS, halfway.imported % CHUNK]).toEqual([true, true, 0]);
  const second = await browserOf(server, login);
  expect(await second.call(FACTS)).toEqual({ state: "resumed", import_ref });
  let last = {};
  for (let at = 0; at < chunks.length; at += 1) last = await send(second, at);
  expect(last).toEqual({ received: ROWS, expected: ROWS, known: 0, complete: true });

  const seen: number[] = [];
  // Closer and closer to a moment at which some lots are placed and others not.
  let [wait, tooEarly, tooLate] = [250, 0, Number.POSITIVE_INFINITY];
  for (let placed = 0; placed === 0 || placed === ROWS; ) {
    const { place } = await browserOf(server, login);
    const answer = place().catch(() => "cut off");
    await new Promise((resume) => setTimeout(resume, wait));
    await server.kill();
    await answer;
    server = await start();
    const counts = await countsOf(server);
    expect([counts.imported, counts.placed % LOT]).toEqual([ROWS, 0]);
    placed = counts.placed;
    seen.push(placed);
    if (placed === 0) tooEarly = wait;
    if (placed === ROWS) {
      tooLate = wait;
      await server.ask(["UPDATE import_rows SET placed_at = NULL", "DELETE FROM cases"]);
    }
    wait = tooLate < Number.POSITIVE_INFINITY ? (tooEarly + tooLate) / 2 : wait * 1.5;
  }
  console.log(`Killed with ${halfway.imported} of ${ROWS} rows stored; placing, with ${seen.join(", ")} placed`);
  const third = await browserOf(server, login);
  expect(await third.place()).toBe(302);
  expect(await countsOf(server)).toEqual({ imported: ROWS, placed: ROWS });
});
