import { isNull } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { unfinishedWork } from "~/admin/health.server";
import { lookForMatters } from "~/admin/matters.server";
import { retryMails } from "~/mail/dead-jobs.server";
import { MAX_TRIES, sendMail, sweepMails } from "~/mail/deliver.server";
import { tellKeeper } from "~/mail/keeper.server";
import { REVIVED_AFTER_MS, REVIVED_FOR_MS, reviveMails } from "~/mail/revive.server";
import { deadJobs, matters, outbox } from "~/mail/table.server";
import type { Job, Jobs, Mailer } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { TimeLimitError } from "~/platform/time-limit";
import { DEAD_LETTERS } from "../../workers/dead-letters";
import { runEveryMinute } from "../../workers/jobs";
import { db, jobContext, NOW, queryPlan, SITE } from "../support/harness";
import { deliver, failingMailer, outboxRow, recordingMailer, waitingMail } from "../support/mail";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MAX_DELIVERIES = 4;

interface Message {
  id: string;
  job: Job;
  at: number;
  attempts: number;
}

let messages: Message[];

beforeEach(async () => {
  messages = [];
  for (const name of ["warn", "error"] as const) vi.spyOn(console, name).mockImplementation(() => {});
  for (const table of [deadJobs, matters, outbox]) await db.delete(table);
});

/** A queue that delivers a message four times and then gives it up, as that of the settings does. */
function queueAt(now: number): Jobs {
  const send: Jobs["send"] = async (job, delaySeconds = 0) =>
    void messages.push({ id: newRef(), job, at: now + delaySeconds * 1000, attempts: 1 });
  const sendAll: Jobs["sendAll"] = async (jobs) => void (await Promise.all(jobs.map((job) => send(job))));
  return { send, sendAll, nudge: (job, delaySeconds) => void send(job, delaySeconds) };
}

/** Delivers all messages that are due by `until`, each at its time. */
async function deliverUntil(until: number, mailer: Mailer): Promise<void> {
  for (;;) {
    messages.sort((one, other) => one.at - other.at);
    const [next] = messages;
    if (!next || next.at > until) return;
    messages.shift();
    const app = jobContext({ now: next.at, mailer, jobs: queueAt(next.at) });
    const isDead = next.attempts > MAX_DELIVERIES;
    const { delays } = await deliver(app, [next.job], {
      ids: [next.id],
      attempts: next.attempts,
      ...(isDead ? { queue: DEAD_LETTERS } : {}),
    });
    const [delay] = delays;
    if (delay === undefined) continue;
    const attempts = next.attempts + 1;
    messages.push({ ...next, attempts, at: attempts > MAX_DELIVERIES ? next.at : next.at + delay * 1000 });
  }
}

/** The cron of each minute, as the Worker runs it, with what the queue delivers after it. */
async function minutes(from: number, to: number, mailer: Mailer): Promise<void> {
  for (let at = from; at < to; at += 1) {
    const now = NOW + at * MINUTE;
    const app = jobContext({ now, mailer, jobs: queueAt(now) });
    const looks = await lookForMatters({ db, now }, null);
    const ofMail = looks.filter(({ part }) => part === "late-mail" || part === "dead-jobs");
    await tellKeeper(app, ofMail);
    await reviveMails(app);
    await sweepMails(app);
    await deliverUntil(now + MINUTE - 1, mailer);
  }
}

test("a mail outage of an hour heals by itself: each email once, the operator's two, and no job left to be tried", async () => {
  const notices = [
    await waitingMail({ kind: "password-changed" }),
    await waitingMail({ kind: "data-deleted" }, { to: "other@example.com" }),
  ];
  const code = await waitingMail(undefined, { voidAt: NOW + 15 * MINUTE });
  await minutes(0, 60, failingMailer);
  const mailer = recordingMailer();
  await minutes(60, 110, mailer);
  const keys = mailer.sent.map(({ key }) => key);
  expect(keys.filter((key) => notices.includes(key)).sort()).toEqual([...notices].sort());
  expect(mailer.sent.filter(({ to }) => to === SITE.keeper.contact).map(({ subject }) => subject)).toEqual([
    "Daybook: emails are late in the European Union",
    "Over: emails are late in the European Union",
  ]);
  expect(keys).toHaveLength(4);
  expect(await outboxRow(code)).toMatchObject({ content_encrypted: null, recipient: "", sent_at: null });
  expect(await db.select().from(deadJobs).where(isNull(deadJobs.retried_at))).toEqual([]);
});

async function gaveUp(ref: string, now: number): Promise<void> {
  await deliver(jobContext({ now }), [{ kind: "send-mail", ref }], { queue: DEAD_LETTERS });
}

test("the cron revives what was given up a quarter of an hour ago, for three days, and whoever runs Daybook for longer", async () => {
  const matter = {
    kind: "matter",
    about: "backups",
    place: "Oceania",
    n: 1,
    since: "today at 12:00",
    isOver: false,
  } as const;
  const [notice, toOperator] = [await waitingMail({ kind: "password-changed" }), await waitingMail(matter)];
  const jobs = queueAt(NOW);
  const failedAt = async (now: number) => {
    await runEveryMinute(jobContext({ now, jobs }));
    return Promise.all([notice, toOperator].map(async (ref) => (await outboxRow(ref))?.failed_at ?? null));
  };
  for (const ref of [notice, toOperator]) await gaveUp(ref, NOW);
  expect(await failedAt(NOW + REVIVED_AFTER_MS - 1)).toEqual([NOW, NOW]);
  expect(await failedAt(NOW + REVIVED_AFTER_MS)).toEqual([null, null]);

  const end = NOW + REVIVED_FOR_MS;
  const last = end - REVIVED_AFTER_MS;
  for (const ref of [notice, toOperator]) await gaveUp(ref, last);
  expect(await failedAt(end)).toEqual([last, null]);
  // Of the deaths of a mail the last one stays on record once it is revived.
  const deaths = (await db.select().from(deadJobs)).filter((dead) => dead.ref === toOperator);
  expect(deaths).toMatchObject([{ died_at: last, retried_at: end }]);
});

test("a mail that was tried too often, and whose messages were all lost, is revived as well", async () => {
  const ref = await waitingMail({ kind: "password-changed" });
  await db.update(outbox).set({ attempts: MAX_TRIES });
  await reviveMails({ db, now: NOW + REVIVED_AFTER_MS - 1 });
  expect(await outboxRow(ref)).toMatchObject({ attempts: MAX_TRIES });
  await reviveMails({ db, now: NOW + REVIVED_AFTER_MS });
  expect(await outboxRow(ref)).toMatchObject({ attempts: 0, due_at: NOW + REVIVED_AFTER_MS });
});

test("what is given up for good is told as a job that failed, and no longer as a late email", async () => {
  const ref = await waitingMail({ kind: "password-changed" });
  const end = NOW + REVIVED_FOR_MS;
  const last = end - REVIVED_AFTER_MS;
  await gaveUp(ref, last);
  const counts = async (now: number) => (await db.batch(unfinishedWork(db, now))).map(([row]) => row?.n);
  expect(await counts(end - 1)).toEqual([0, 0, 1]);
  expect(await counts(end)).toEqual([1, 0, 0]);
});

/** When a mail is tried, in minutes, by a cron of each quarter of an hour and the queue. */
async function triesIn(days: number, error: () => Error): Promise<number[]> {
  const tries: number[] = [];
  for (let at = 0; at <= days * 24 * 60; at += 15) {
    const now = NOW + at * MINUTE;
    const app = jobContext({ now, jobs: queueAt(now) });
    for (const sweep of [reviveMails, sweepMails]) await sweep(app);
    const send = async () => {
      tries.push(at);
      throw error();
    };
    await deliverUntil(now + 15 * MINUTE - 1, { send });
  }
  return tries;
}

test("a mailer that takes each mail and answers too late sends a dozen in three days, each later than the one before", async () => {
  await waitingMail({ kind: "password-changed" });
  const tries = await triesIn(3, () => new TimeLimitError());
  expect(tries.length).toBeLessThanOrEqual(12);
  expect(tries.at(-1)).toBeGreaterThan(24 * 60);
  const revived = tries.slice(4);
  for (const [n, at] of revived.entries()) if (n > 0) expect(at).toBeGreaterThan(2 * (revived[n - 1] as number));
  expect(await db.select().from(deadJobs).where(isNull(deadJobs.retried_at))).toHaveLength(1);
});

test("what the mailer refuses for good is tried four times, and is at once a job that failed, until somebody has it tried", async () => {
  const ref = await waitingMail({ kind: "password-changed" });
  const refuse = () => Object.assign(new Error("on the list"), { code: "E_RECIPIENT_SUPPRESSED" });
  expect(await triesIn(1, refuse)).toHaveLength(4);
  expect((await db.batch(unfinishedWork(db, NOW + HOUR))).map(([row]) => row?.n)).toEqual([1, 0, 0]);
  await db.batch(retryMails(db, NOW + HOUR));
  const mailer = recordingMailer();
  await sendMail(jobContext({ now: NOW + HOUR, mailer }), ref);
  expect(mailer.sent).toHaveLength(1);
});

test("mails to revive are found by an index", async () => {
  const [, , givenUp] = unfinishedWork(db, NOW);
  expect(await queryPlan(givenUp)).toContain("INDEX outbox_retryable");
});
