import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { backups } from "~/account/table.server";
import { sweepBackups } from "~/backups/daily.server";
import { tellKeeper } from "~/mail/keeper.server";
import { deadJobs, matters, outbox } from "~/mail/table.server";
import { cronRuns } from "~/platform/db/cron-runs.server";
import { openFormStore, openMailer, openQueue } from "../../workers/bindings";
import { runDailyJobs, runEveryMinute } from "../../workers/jobs";
import { db, jobContext, NOW } from "../support/harness";
import { recordingMailer } from "../support/mail";

const MINUTE = 60_000;
const SHORT_MS = 20;
const never = () => new Promise<never>(() => {});
const hangingMailer = openMailer({ ...env, EMAIL: { send: never } } as unknown as Env, SHORT_MS);
const hangingStore = openFormStore(storeThat(never), SHORT_MS);
const deadJob = { part: "dead-jobs", state: "bad", n: 1 } as const;

function storeThat(answer: () => Promise<never>) {
  return { FORMS: { get: answer, put: answer, delete: answer, list: answer } } as unknown as Pick<Env, "FORMS">;
}

beforeEach(async () => {
  for (const name of ["warn", "error"] as const) vi.spyOn(console, name).mockImplementation(() => {});
  for (const table of [cronRuns, deadJobs, matters, outbox]) await db.delete(table);
});

test("a mailer and a store that never answer hold the cron up no longer than their limits, and the email is sent later", async () => {
  const app = jobContext({ mailer: hangingMailer, forms: hangingStore });
  await tellKeeper(app, [deadJob]);
  await runEveryMinute(app);
  expect(await db.select().from(cronRuns).where(eq(cronRuns.name, "minute"))).toMatchObject([{ failed_at: null }]);
  const [row] = await db.select().from(outbox);
  expect(row).toMatchObject({ kind: "matter", sent_at: null, leased_until: 0, attempts: 1 });

  const mailer = recordingMailer();
  await tellKeeper(jobContext({ mailer, forms: hangingStore, now: NOW + MINUTE }), [deadJob]);
  expect(mailer.sent.map(({ key }) => key)).toEqual([row?.unique_ref]);
});

test("through the limits the store does what it did", async () => {
  const forms = openFormStore(env);
  await forms.put("limits/one", '{"n":1}', { expirationTtl: 60, metadata: { owner: "somebody" } });
  expect(await forms.get("limits/one", "json")).toEqual({ n: 1 });
  expect((await forms.list({ prefix: "limits/" })).keys).toMatchObject([{ metadata: { owner: "somebody" } }]);
  await forms.delete("limits/one");
  expect(await forms.get("limits/one")).toBeNull();
});

test("a queue that never answers fails the sweep that hands backups over, and holds the cron up no longer", async () => {
  const queues = { ...env, JOBS: { send: never }, BULK_JOBS: { send: never, sendBatch: never } } as unknown as Env;
  const jobs = openQueue(queues, { waitUntil: () => {} }, SHORT_MS);
  await runDailyJobs(jobContext({ jobs }));
  expect(await db.select().from(cronRuns)).toMatchObject([{ name: "daily", ended_at: NOW, failed_at: NOW }]);
});

test("a hundred backups are handed over though a queue takes one call after the other: none waits for its turn beyond the limit", async () => {
  let turn = Promise.resolve();
  const taken: unknown[] = [];
  const call = async (messages: unknown[]) => {
    turn = turn.then(() => new Promise((resume) => setTimeout(resume, SHORT_MS / 10)));
    await turn;
    taken.push(...messages);
  };
  const BULK_JOBS = { send: (message: unknown) => call([message]), sendBatch: call };
  const jobs = openQueue({ ...env, BULK_JOBS } as unknown as Env, { waitUntil: () => {} }, SHORT_MS);
  const times = { due_at: NOW, created_at: NOW, updated_at: NOW };
  await db.delete(backups);
  for (let n = 0; n < 100; n += 1) {
    const row = { ...times, unique_ref: `due-${n}`, user_ref: `user-${n}`, day: "2026-11-21" };
    await db.insert(backups).values({ ...row, state: "waiting" });
  }
  await sweepBackups(jobContext({ jobs }));
  expect(await db.$count(backups, eq(backups.handed_at, NOW))).toBe(100);
  expect(taken[0]).toEqual({ body: { kind: "back-up-user", ref: "due-0" } });
  await db.delete(backups);
});
