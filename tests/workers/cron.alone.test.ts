import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { codes } from "~/account/table.server";
import { changedRows, changes } from "~/changes/table.server";
import { UNDO_WINDOW_MS, writeChange } from "~/changes/write-change.server";
import { sendMail } from "~/mail/deliver.server";
import { deadJobs } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { cronRuns } from "~/platform/db/cron-runs.server";
import { countTry, rateCounters } from "~/platform/db/rate-counters.server";
import { DAILY, runDailyJobs, runEveryMinute } from "../../workers/jobs";
import wrangler from "../../wrangler.toml?raw";
import { db, jobContext, makeUser, NOW, queryPlan, recordingJobs } from "../support/harness";
import { outboxRow, waitingMail } from "../support/mail";
import { setAddressOf } from "../support/members";
import { addVerification } from "../support/verifications";

const SECOND = 1000;
const DAY = 86_400 * SECOND;

function challenge(expires_at: number) {
  return { unique_ref: newRef(), kind: "passkey_login" as const, hash: newRef(), expires_at, created_at: NOW };
}

const OFF = { type: "annual", status: "approved", date_start: "2026-12-14", date_end: "2026-12-18" } as const;

function goneAt(ref: string, version: number) {
  return { seen: [{ part: "leave", ref, version }], deletes: [{ part: "leave", refs: [ref] }] } as const;
}

/** Every row of every table. */
async function dump(): Promise<Record<string, unknown[]>> {
  const { results } = await env.DB.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all<{
    name: string;
  }>();
  const ours = results.map(({ name }) => name).filter((name) => !/^(_cf_|sqlite_)/.test(name));
  const tables = await Promise.all(ours.map((name) => env.DB.prepare(`SELECT * FROM ${name}`).all()));
  return Object.fromEntries(ours.map((name, n) => [name, tables[n]?.results ?? []]));
}

test("both crons of the settings are known to the Worker", () => {
  expect(wrangler).toContain(`crons = ["* * * * *", "${DAILY}"]`);
});

test("codes that ran out are dropped", async () => {
  const [over, open] = [challenge(NOW), challenge(NOW + 1)];
  await db.insert(codes).values([over, open]);
  await runEveryMinute(jobContext());
  const left = (await db.select().from(codes)).map(({ unique_ref }) => unique_ref);
  expect(left).toContain(open.unique_ref);
  expect(left).not.toContain(over.unique_ref);
});

test("counts of tries are gone after an hour, as the privacy notice says", async () => {
  const limit = { tries: 5, windowMs: 3600 * SECOND };
  const begun = NOW - (NOW % limit.windowMs);
  await countTry(db, "some hash", limit, begun);
  await runEveryMinute(jobContext({ now: begun + limit.windowMs - 1 }));
  expect(await countTry(db, "some hash", limit, begun)).toBe(2);
  await runEveryMinute(jobContext({ now: begun + limit.windowMs }));
  expect(await db.select().from(rateCounters)).toEqual([]);
  await expect(countTry(db, "some hash", { tries: 5, windowMs: limit.windowMs + 1 }, NOW)).rejects.toThrow("an hour");
});

test("of addresses only the user's own, the last one given and those of the last 30 days are kept", async () => {
  const made: Record<string, string> = {};
  const give = async (user_ref: string, address: string, status: "verified" | "expired" | "pending", age: number) => {
    const unique_ref = newRef();
    made[unique_ref] = address;
    await addVerification({ unique_ref, user_ref, address, status, expires_at: NOW, created_at: NOW - age * DAY });
  };
  const [known, newcomer] = [await makeUser(), await makeUser()];
  await setAddressOf(known, "now@example.com");
  await give(known.unique_ref, "first@example.com", "verified", 400);
  await give(known.unique_ref, "now@example.com", "verified", 300);
  await give(known.unique_ref, "slip@example.com", "expired", 200);
  await give(known.unique_ref, "late@example.com", "expired", 29);
  await give(newcomer.unique_ref, "wrong@example.com", "expired", 90);
  await give(newcomer.unique_ref, "last@example.com", "expired", 60);
  await runDailyJobs(jobContext());
  const left = (await db.select().from(codes)).flatMap(({ unique_ref }) => made[unique_ref] ?? []);
  expect(left.sort()).toEqual(["last@example.com", "late@example.com", "now@example.com"]);
});

test("what was changed can be undone for an hour, and is gone then with what rows were", async () => {
  const by = { db, userId: (await makeUser()).id, now: NOW };
  const unique_ref = newRef();
  await writeChange(by, { message: "Added", inserts: { leave: [{ unique_ref, ...OFF }] } });
  await writeChange({ ...by, now: NOW + 1 }, { message: "Deleted", ...goneAt(unique_ref, 2) });
  const kept = async () => (await db.select().from(changedRows)).map(({ number }) => number);
  await runEveryMinute(jobContext({ now: NOW + UNDO_WINDOW_MS - 1 }));
  expect(await kept()).toEqual([2, 3]);
  await runEveryMinute(jobContext({ now: NOW + UNDO_WINDOW_MS }));
  expect(await kept()).toEqual([3]);
  await runEveryMinute(jobContext({ now: NOW + UNDO_WINDOW_MS + 1 }));
  expect([await kept(), await db.select().from(changes)]).toEqual([[], []]);
  // No number comes twice.
  const again = await writeChange(by, { message: "Added", inserts: { leave: [{ unique_ref, ...OFF }] } });
  expect(again).toMatchObject({ result: "written", number: 4 });
});

test("mails and dead jobs are dropped after 30 days", async () => {
  const ref = await waitingMail();
  await sendMail(jobContext(), ref);
  const died = newRef();
  await db.insert(deadJobs).values({ unique_ref: died, kind: "unknown", ref: "", died_at: NOW });
  const deaths = () => db.select().from(deadJobs).where(eq(deadJobs.unique_ref, died));
  await runEveryMinute(jobContext({ now: NOW + 30 * DAY - 1 }));
  expect(await outboxRow(ref)).toBeDefined();
  expect(await deaths()).toHaveLength(1);
  await runEveryMinute(jobContext({ now: NOW + 30 * DAY }));
  expect(await outboxRow(ref)).toBeUndefined();
  expect(await deaths()).toHaveLength(0);
});

test("a cron run twice changes nothing more", async () => {
  const waiting = await waitingMail();
  await sendMail(jobContext(), await waitingMail());
  await db.insert(codes).values([challenge(NOW), challenge(NOW + DAY)]);
  const [first, second] = [recordingJobs(), recordingJobs()];
  await runEveryMinute(jobContext({ jobs: first }));
  await runDailyJobs(jobContext());
  // What it planned.
  await runEveryMinute(jobContext());
  const after = await dump();
  await runEveryMinute(jobContext({ jobs: second }));
  await runDailyJobs(jobContext());
  expect(await dump()).toEqual(after);
  expect(after.outbox?.length).toBeGreaterThan(1);
  // The nudge comes again until the mail is sent: a message too many does nothing.
  const mails = ({ sent }: typeof first) => sent.filter(({ kind }) => kind === "send-mail");
  expect(first.sent.map(({ ref }) => ref)).toContain(waiting);
  expect(mails(second)).toEqual(mails(first));
  // A backup is with the queue already.
  expect(second.sent.map(({ kind }) => kind)).not.toContain("back-up-user");
});

test("one sweep that fails keeps none of the others back", async () => {
  const over = challenge(NOW);
  await db.insert(codes).values(over);
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = {
    nudge: () => {
      throw new Error("queue away");
    },
    ...{ send: async () => {}, sendAll: async () => {} },
  };
  await waitingMail();
  await runEveryMinute(jobContext({ jobs: broken }));
  expect(log).toHaveBeenCalled();
  log.mockRestore();
  expect(await db.$count(codes, eq(codes.unique_ref, over.unique_ref))).toBe(0);
});

test("what the cron looks for each minute it finds by an index", async () => {
  const plans = await Promise.all(
    [
      "SELECT unique_ref FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= 1 AND leased_until <= 1 ORDER BY due_at",
      "DELETE FROM codes WHERE kind <> 'verification' AND expires_at <= 1",
      "DELETE FROM outbox WHERE created_at <= 1",
      "DELETE FROM dead_jobs WHERE died_at <= 1",
      "DELETE FROM changes WHERE occurred_at <= 1",
      "DELETE FROM staged_imports WHERE created_at <= 1",
      "DELETE FROM import_staging WHERE staging_ref IN (SELECT unique_ref FROM staged_imports WHERE created_at <= 1)",
      "SELECT unique_ref FROM backups WHERE state = 'waiting' AND due_at <= 1 ORDER BY due_at",
    ].map((sql) => queryPlan({ toSQL: () => ({ sql, params: [] }) })),
  );
  for (const plan of plans) expect(plan).toMatch(/^SEARCH/);
});

test("a run of the cron says when it began and ended, and when one failed last", async () => {
  const runs = () => db.select().from(cronRuns).where(eq(cronRuns.name, "minute"));
  await db.delete(cronRuns);
  await runEveryMinute(jobContext(), () => NOW + 5);
  expect(await runs()).toEqual([{ name: "minute", began_at: NOW, ended_at: NOW + 5, failed_at: null }]);

  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = () => {
    throw new Error("queue away");
  };
  await waitingMail();
  const later = NOW + 60 * SECOND;
  await runEveryMinute(
    jobContext({ now: later, jobs: { nudge: broken, send: broken, sendAll: broken } }),
    () => later + 5,
  );
  expect(log).toHaveBeenCalled();
  log.mockRestore();
  expect(await runs()).toEqual([{ name: "minute", began_at: later, ended_at: later + 5, failed_at: later + 5 }]);
});
