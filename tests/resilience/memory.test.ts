// @module-tag full
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryOf, mostDuring, runtimeOf } from "./runtime-memory";
import { type Server, startServer } from "./server";
import { SETTINGS } from "./sign-in";

const STATE = ".local/memory";
const MAX_BYTES = 100_000_000;
/** Somewhat more than the 128 MB of a Worker: the runtime here is its own database, too. */
const MAX_OF_A_REPORT = 160_000_000;
const CASES = 60_000;
let server: Server | null = null;

beforeAll(() => rmSync(STATE, { recursive: true, force: true }));
afterAll(async () => {
  await server?.kill();
  rmSync(STATE, { recursive: true, force: true });
});

const TRIES = 3;

/**
 * By how many bytes the runtime grows, run after run until it is less than `most`: each held against what it had before
 * all of them, so that what it keeps counts, and what it only sweeps late does not.
 */
async function growthOf(pid: number, most: number, act: () => Promise<unknown>): Promise<number> {
  const { now } = memoryOf(pid);
  let growth = Number.POSITIVE_INFINITY;
  for (let run = 0; run < TRIES && growth >= most; run++) growth = (await mostDuring(pid, act)) - now;
  return growth;
}

/** As slowly as a browser saves it: nothing of it is kept here. */
async function save(url: string, cookie: string, ending: string) {
  // One connection a file: the server may close one that is kept just when it is used again.
  const answer = await fetch(url, { headers: { cookie, connection: "close" } });
  expect(answer.status).toBe(200);
  let bytes = 0;
  let last = "";
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    last = `${last}${Buffer.from(piece).toString("latin1")}`.slice(-40);
  }
  expect(last.endsWith(ending) || last.includes(ending)).toBe(true);
  return bytes;
}

/** Made before all, and read by each: the diary of a long life. */
let grown: { server: Server; cookie: string; pid: number };

beforeAll(async () => {
  server = await startServer(STATE, SETTINGS);
  await server.makeTables();
  const { url } = server;
  const answer = await fetch(`${url}/dev/grow/`, {
    ...{ method: "POST", headers: { origin: url }, body: new URLSearchParams({ years: "30" }) },
  });
  expect(answer.status).toBe(200);
  const [cookie = ""] = answer.headers.getSetCookie().map((each) => each.split(";")[0]);
  const [[counted] = []] = await server.ask(["SELECT count(*) AS n FROM cases"]);
  expect(Number(counted?.n)).toBeGreaterThanOrEqual(CASES);
  grown = { server, cookie, pid: runtimeOf(server.pid) };
}, 600_000);

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

test("an export of 60,000 cases takes less than 100 MB of memory, however long its file is", {
  timeout: 600_000,
}, async () => {
  const { server, cookie, pid } = grown;
  // The code of these pages, and what the runtime takes for each request, is no part of the file.
  await save(`${server.url}/mydata/export/calendar/`, cookie, "END:VCALENDAR\r\n");
  for (const [kind, ending] of [
    ["json", "}\n"],
    ["zip", "PK\u0005\u0006"],
  ] as const) {
    let bytes = 0;
    const saved = async () => {
      bytes = await save(`${server.url}/mydata/export/${kind}/`, cookie, ending);
    };
    const growth = await growthOf(pid, MAX_BYTES, saved);
    console.log(`${kind}: ${megabytes(bytes)} of file, ${megabytes(growth)} of memory`);
    expect(growth).toBeLessThan(MAX_BYTES);
  }
});

test("a report of everything over 30 years takes less than 160 MB of the runtime, its database included", {
  timeout: 600_000,
}, async () => {
  const { server, cookie, pid } = grown;
  const ofYear = "preset=everything&confirmed=1&period=last_appraisal";
  const ofAll = "preset=everything&confirmed=1&period=custom&from=1900-01-01&until=2099-12-31";
  // What a page of reports takes anyway. The exports came before it, as before the backup: alone it grows by more, for
  // the runtime here is its own database, too.
  await save(`${server.url}/reports/paper/?${ofYear}`, cookie, "</html>");
  for (const [kind, ending] of [
    ["paper", "</html>"],
    ["zip", "PK\u0005\u0006"],
  ] as const) {
    let bytes = 0;
    const saved = async () => {
      bytes = await save(`${server.url}/reports/${kind}/?${ofAll}`, cookie, ending);
    };
    const growth = await growthOf(pid, MAX_OF_A_REPORT, saved);
    console.log(`report as ${kind}: ${megabytes(bytes)} of file, ${megabytes(growth)} of memory`);
    expect(growth).toBeLessThan(MAX_OF_A_REPORT);
  }
});

test("a backup of 60,000 cases with long notes takes less than 100 MB of memory, however large its object is", {
  timeout: 600_000,
}, async () => {
  const { server, pid } = grown;
  // Encrypted notes do not shrink: one and a half kilobytes a case.
  await server.ask(["UPDATE cases SET text_encrypted = randomblob(1500)"]);
  await server.cron("0 3 * * *");
  // The store is of the same runtime, and keeps what it takes for the first object of this size.
  await madeBackup(server);
  let backup: Backup = {};
  const growth = await growthOf(pid, MAX_BYTES, async () => {
    await server.ask(["UPDATE backups SET state = 'waiting', due_at = 0, handed_at = 0, attempts = 0"]);
    backup = await madeBackup(server);
  });
  console.log(`backup: ${megabytes(backup.bytes as number)} of object, ${megabytes(growth)} of memory`);
  expect(backup.records).toBeGreaterThan(CASES);
  expect(backup.bytes).toBeGreaterThan(CASES * 1_500);
  expect(growth).toBeLessThan(MAX_BYTES);
});

interface Backup {
  state?: string;
  bytes?: number;
  records?: number;
  attempts?: number;
  handed_at?: number;
  has_failed?: number;
}

/** A try that failed is due again in five minutes, one at work in twenty: it is told at once, and not waited for. */
const STANDS = `SELECT state, bytes, records, attempts, handed_at,
  state = 'waiting' AND attempts > 0 AND due_at BETWEEN updated_at AND updated_at + ${5 * 60_000} AS has_failed FROM backups`;

/** Waits until the one backup is made, by its first try, which the cron of each minute hands over. */
async function madeBackup(server: Server): Promise<Backup> {
  let backup: Backup = {};
  while (backup.state !== "made") {
    // What the daily one hands over may come after that of the minute.
    if (!backup.handed_at) await server.cron("* * * * *");
    await new Promise((resume) => setTimeout(resume, 500));
    // The runtime is at work, and may let a question fall.
    const [[row]] = await server.ask([STANDS]).catch(() => [[backup]] as const);
    backup = (row ?? backup) as Backup;
    expect(backup.attempts ?? 0, JSON.stringify(backup)).toBeLessThan(2);
    expect(backup.has_failed ?? 0, JSON.stringify(backup)).toBe(0);
  }
  return backup;
}
