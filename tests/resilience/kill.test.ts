import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Server, startServer } from "./server";
import { SETTINGS, signIn } from "./sign-in";
import { optionsOf, penceOf, type Storm, saveOf, send, storm, type Thing } from "./storm";

const STATE = ".local/killed";
const TABS = 6;
/** Saves that are answered before each kill: one small one shows what a change breaks. */
const ENOUGH = process.env.DAYBOOK_FULL ? [50, 110, 180] : [50];

const ROWS = [
  `SELECT s.unique_ref, s.site AS name, (s.end_at - s.start_at) / 60000 AS minutes, s.standard_minutes,
    c.amount_pence, p.name AS payer, s.text_encrypted IS NOT NULL AS encrypted
    FROM sessions s LEFT JOIN fees c ON c.user_id = s.user_id AND c.session_ref = s.unique_ref
    LEFT JOIN payers p ON p.user_id = c.user_id AND p.unique_ref = c.payer_ref`,
  `SELECT k.unique_ref, k.session_ref, p.name, k.age, c.amount_pence,
    json_array_length(k.options) AS options, k.text_encrypted IS NOT NULL AS encrypted
    FROM cases k LEFT JOIN fees c ON c.user_id = k.user_id AND c.case_ref = k.unique_ref
    LEFT JOIN payers p ON p.user_id = c.user_id AND p.unique_ref = c.payer_ref`,
  // Of what was made; those of edits name the version that they began with.
  "SELECT result_ref FROM idempotency_keys WHERE key NOT LIKE '%/%'",
  "SELECT result_ref, count(*) AS edits FROM idempotency_keys WHERE key LIKE '%/%' GROUP BY result_ref",
  "SELECT label FROM options",
  "SELECT unique_ref FROM fees WHERE session_ref IS NULL AND case_ref IS NULL",
  "PRAGMA foreign_key_check",
  "PRAGMA quick_check",
];

const start = () => startServer(STATE, SETTINGS);
let server: Server | null = null;

beforeAll(() => rmSync(STATE, { recursive: true, force: true }));
afterAll(async () => {
  await server?.kill();
  rmSync(STATE, { recursive: true, force: true });
});

/** Which of the saves of its thing a row holds. */
function disabledBy({ minutes, age }: Record<string, unknown>): number {
  return typeof minutes === "number" ? saveOf(minutes) : (age as number);
}

/** Every row is whole, each thing is there once at most, and nothing that was answered is missing. */
async function expectWhole(on: Server, { things }: Storm) {
  const [sessions = [], cases = [], keys, edits = [], labels, loose, broken, check] = await on.ask(ROWS);
  expect([loose, broken, check]).toEqual([[], [], [{ quick_check: "ok" }]]);
  for (const row of sessions) {
    const { minutes } = row;
    const pence = penceOf(disabledBy(row));
    const whole = { standard_minutes: minutes, amount_pence: pence, payer: row.name, encrypted: 1 };
    expect(row).toMatchObject(whole);
  }
  for (const row of cases) {
    const save = disabledBy(row);
    expect(row).toMatchObject({ amount_pence: penceOf(save), options: optionsOf(save), encrypted: 1 });
  }
  const rows = [...sessions, ...cases];
  const refs = rows.map((row) => row.unique_ref).sort();
  expect(keys?.map((row) => row.result_ref).sort()).toEqual(refs);
  const remembered = new Map(edits.map((row) => [row.result_ref, row.edits]));
  expect(rows.filter((row) => (remembered.get(row.unique_ref) ?? 0) !== disabledBy(row) - 1)).toEqual([]);
  expect(labels?.map((row) => row.label).sort()).toEqual(cases.map((row) => row.name).sort());
  const found = new Map(rows.map((row) => [row.name, row]));
  expect(found.size).toBe(rows.length);
  for (const { name, saved, sent } of things) {
    const row = found.get(name);
    const save = row ? disabledBy(row) : 0;
    expect({ name, atLeast: save >= saved, atMost: save <= sent }).toEqual({ name, atLeast: true, atMost: true });
  }
  return found;
}

/** Sends everything again that had no answer. @returns how many of those were saved all the same */
async function sendAgain(on: Server, cookie: string, all: Storm, found: Map<unknown, Record<string, unknown>>) {
  const unanswered = all.things.filter(({ saved, sent }) => saved < sent);
  let kept = 0;
  for (const thing of unanswered) {
    const row = found.get(thing.name);
    const wasKept = row !== undefined && disabledBy(row) === thing.sent;
    const status = await send(on, cookie, thing);
    // What was kept says again that it was, and is there once.
    expect([thing.name, status]).toEqual([thing.name, 302]);
    kept += wasKept ? 1 : 0;
    thing.saved = thing.sent;
  }
  return { unanswered: unanswered.length, kept };
}

/** The addresses of cases, for the next storm to change them. */
function learnPaths(things: Thing[], found: Map<unknown, Record<string, unknown>>): void {
  for (const thing of things.filter(({ kind }) => kind === "case")) {
    thing.path = `${thing.session?.path}case/${found.get(thing.name)?.unique_ref}/`;
  }
}

test("a server that is killed in the midst of saves keeps every answered one, and half of none", {
  // Twenty seconds on a quiet machine; other tests may keep this one busy.
  timeout: 120_000,
}, async () => {
  const all: Storm = { things: [], answered: 0 };
  const figures: Awaited<ReturnType<typeof sendAgain>>[] = [];
  server = await start();
  await server.makeTables();
  const cookie = await signIn(server);
  for (const enough of ENOUGH) {
    const { kill } = server;
    let killed: Promise<void> | undefined;
    await storm(server, cookie, TABS, all, enough, () => {
      killed = kill();
    });
    await killed;
    server = await start();
    const found = await expectWhole(server, all);
    figures.push(await sendAgain(server, cookie, all, found));
    learnPaths(all.things, await expectWhole(server, all));
  }
  const sum = (name: "unanswered" | "kept") => figures.reduce((total, each) => total + each[name], 0);
  console.log(
    `${ENOUGH.length} kills: ${all.answered} saves answered, none missing; ${sum("unanswered")} without an answer, ${sum("kept")} of them saved`,
  );
  expect(sum("unanswered")).toBeGreaterThan(0);
});
