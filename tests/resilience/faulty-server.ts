import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { vi } from "vitest";
import { localSettings } from "../../scripts/local-world.mjs";
import { runBuild } from "../../scripts/run-build.mjs";
import { makeTables } from "./make-tables.mjs";

const ORIGIN = "http://localhost";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HEALTH_TOKEN = "drilled".repeat(5);
/** When the drill begins: a daily run that fails is made again after five minutes. */
const BEGINS_AT = Date.parse("2026-11-25T03:00:00Z");

export type Part = "d1" | "r2" | "queue" | "mail" | "kv" | "turnstile";
/** A number: each call takes so many milliseconds more. */
export type Fault = "fails" | "hangs" | number;
type Line = Record<string, unknown>;
type Body = Record<string, string>;

export interface Mail {
  to: string;
  subject: string;
  text: string;
  headers: Record<string, string>;
}

/** The built Worker whose parts fail or hang by a switch. The clock stands where the drill put it, and goes on from there. */
export async function startFaultyServer() {
  const folder = mkdtempSync(join(tmpdir(), "daybook-faults-"));
  const lines: Line[] = [];
  let state: { faults: Partial<Record<Part, Fault>>; offsetMs: number } = {
    faults: {},
    offsetMs: BEGINS_AT - Date.now(),
  };
  const siteverify = createServer((request, answer) => {
    request.resume();
    if (state.faults.turnstile === "hangs") return;
    answer.statusCode = state.faults.turnstile === "fails" ? 500 : 200;
    answer.end(JSON.stringify({ success: true, hostname: "localhost", action: "forgot-password" }));
  });
  await new Promise<void>((ready) => siteverify.listen(0, "127.0.0.1", ready));
  const settings = {
    ...localSettings(ORIGIN),
    VAULT_KEYS: JSON.stringify({ 1: Buffer.alloc(32, 1).toString("base64") }),
    HEALTH_TOKEN,
    TURNSTILE_VERIFY_URL: `http://127.0.0.1:${(siteverify.address() as AddressInfo).port}/`,
  };
  const outer = readFileSync("tests/resilience/faulty-worker.js", "utf8");
  const onLine = (line: string) => line.startsWith("{") && lines.push(JSON.parse(line));
  const worker = runBuild(resolve("build"), join(folder, "state"), settings, 0, { outer, onLine });
  await makeTables(worker);

  const control = async (body?: object): Promise<Mail[]> => {
    const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
    return (await (await worker.dispatchFetch(`${ORIGIN}/x-faults/`, init)).json()) as Mail[];
  };
  const set = async (change: Partial<typeof state>) => {
    state = { ...state, ...change };
    await control(state);
  };
  await set({});
  const wait = (minutes: number) => set({ offsetMs: state.offsetMs + minutes * MINUTE_MS });
  const cron = async (cron: "* * * * *" | "0 3 * * *" = "* * * * *") => {
    const entry = (await worker.getWorker()) as unknown as { scheduled(event: object): Promise<unknown> };
    await entry.scheduled({ cron, scheduledTime: new Date() });
  };
  const rows = async (sql: string) => {
    const { results } = await (await worker.getD1Database("DB")).prepare(sql).all<Record<string, unknown>>();
    return results;
  };

  return {
    /** As a browser asks. @returns the answer, with its id and how long it took */
    async ask(path: string, { cookie = "", form }: { cookie?: string; form?: Body } = {}) {
      const began = Date.now();
      const response = await worker.dispatchFetch(ORIGIN + path, {
        redirect: "manual",
        headers: {
          Origin: ORIGIN,
          Cookie: cookie,
          ...(form && { "Content-Type": "application/x-www-form-urlencoded" }),
        },
        ...(form && { method: "POST", body: new URLSearchParams(form).toString() }),
      });
      const [status, text, id] = [response.status, await response.text(), response.headers.get("X-Request-Id")];
      const cookies = response.headers.getSetCookie().map((each) => each.split(";")[0]);
      const location = response.headers.get("Location");
      return { status, text, id, location, cookie: cookies.join("; "), tookMs: Date.now() - began };
    },
    cron,
    /** From now on these fail or hang, and nothing else. */
    inject: (faults: typeof state.faults) => set({ faults }),
    wait,
    /** The crons of so many minutes, every third one. */
    async minutes(count: number) {
      for (let passed = 0; passed < count; passed += 3) {
        await wait(3);
        await cron();
      }
    },
    /** 03:00 of another day, at which nothing fails and the cron of each minute has run. */
    async beginDay() {
      const now = Date.now() + state.offsetMs;
      const today = now - ((now - BEGINS_AT) % DAY_MS);
      await set({ faults: {}, offsetMs: today + DAY_MS - 12 * MINUTE_MS - Date.now() });
      for (const minutes of [9, 3]) {
        await cron();
        await wait(minutes);
      }
      await cron();
    },
    mails: () => control(),
    /** Subjects of what the operator got since the mark. */
    async operatorMails(since: number) {
      const all = (await control()).slice(since).filter(({ to }) => to === "support@daybook.example");
      return all.map(({ subject }) => subject);
    },
    /** What the alert on `/healthz?deep` would tell of. */
    async badParts() {
      const headers = { Authorization: `Bearer ${HEALTH_TOKEN}` };
      const answer = await worker.dispatchFetch(`${ORIGIN}/healthz?deep`, { headers });
      const { parts } = (await answer.json()) as { parts: { part: string; state: string }[] };
      return parts.filter(({ state }) => state === "bad").map(({ part }) => part);
    },
    lines: (kind: string) => lines.filter((line) => line.kind === kind),
    rows,
    async dailyRun() {
      const state = "ended_at >= began_at AS ended, failed_at >= began_at AS failed";
      const [run] = await rows(`SELECT ${state} FROM cron_runs WHERE name = 'daily'`);
      return { ended: run?.ended === 1, failed: run?.failed === 1 };
    },
    until: <Value>(ask: () => Promise<Value> | Value, timeout = 15_000) =>
      vi.waitUntil(ask, { timeout, interval: 100 }),
    async stop() {
      await worker.dispose();
      siteverify.closeAllConnections();
      siteverify.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type FaultyServer = Awaited<ReturnType<typeof startFaultyServer>>;
