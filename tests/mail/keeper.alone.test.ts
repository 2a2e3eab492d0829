import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { backups, users } from "~/account/table.server";
import { checkDatabase, unfinishedWork } from "~/admin/health.server";
import { checkSize, lookForMatters } from "~/admin/matters.server";
import { tellKeeper } from "~/mail/keeper.server";
import { deadJobs, matters, outbox } from "~/mail/table.server";
import type { Jobs, Mailer } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { cronRuns } from "~/platform/db/cron-runs.server";
import { type Database, openDatabase } from "~/platform/db/database.server";
import { MAX_BYTES } from "~/platform/db/database-size.server";
import bench from "../bench/growth-measured.mjs?raw";
import { hangingDatabase, watchTimeLimits } from "../support/faults";
import { db, jobContext, makeUser, NOW, queryPlan } from "../support/harness";
import { failingMailer, recordingMailer, waitingMail } from "../support/mail";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const away = () => Promise.reject(new Error("D1_ERROR: Network connection lost"));
const queueAway: Jobs = { nudge: () => {}, send: away, sendAll: away };

let mailer: ReturnType<typeof recordingMailer>;
let lines: Record<string, unknown>[];

interface Faults {
  looked?: Database;
  maxUsers?: number;
  by?: Mailer;
  limitMs?: number;
}

beforeEach(async () => {
  mailer = recordingMailer();
  lines = [];
  const listen = (line: string) => void lines.push(JSON.parse(line));
  for (const name of ["warn", "error"] as const) vi.spyOn(console, name).mockImplementation(listen);
  for (const table of [cronRuns, backups, deadJobs, matters, outbox]) await db.delete(table);
});

/** The cron of a minute, `after` so many minutes: all crons of before ran. */
async function minute(after: number, faults: Faults = {}): Promise<void> {
  const now = NOW + after * MINUTE;
  const { looked = db, limitMs, maxUsers = null } = faults;
  const looks = await lookForMatters({ db: looked, now, limitMs }, maxUsers);
  await tellKeeper(jobContext({ now, mailer: faults.by ?? mailer, jobs: queueAway }), looks);
}

const subjects = () => mailer.sent.map(({ subject }) => subject);

async function jobDied(died_at = NOW): Promise<string> {
  const unique_ref = newRef();
  await db.insert(deadJobs).values({ unique_ref, kind: "forget-user", ref: "", died_at });
  return unique_ref;
}

async function ranLast(name: string, ago: number) {
  await db.insert(cronRuns).values({ name, began_at: NOW - ago, ended_at: NOW - ago });
}

test("one email says what is wrong, at once and without the queue, and one that it is over", async () => {
  await jobDied();
  await minute(0);
  await minute(1);
  await jobDied(NOW + MINUTE);
  await minute(2);
  expect(mailer.sent).toMatchObject([
    { to: "support@daybook.example", subject: "Daybook: jobs have failed in the European Union" },
  ]);
  expect(mailer.sent[0]?.text).toContain("1 job failed each time, and nobody tried again");
  expect(mailer.sent[0]?.text).toContain("http://daybook.test/admin/jobs/");

  await db.update(deadJobs).set({ retried_at: NOW });
  for (const after of [3, 11]) await minute(after);
  expect(subjects()).toHaveLength(1);
  await minute(12);
  await minute(13);
  expect(subjects().slice(1)).toEqual(["Over: jobs have failed in the European Union"]);
  expect(mailer.sent[1]?.text).toContain("It was noticed today at 12:00.");
  expect(lines).toEqual([
    { kind: "matter", event: "began", matter: "dead-jobs", n: 1 },
    { kind: "matter", event: "over", matter: "dead-jobs", n: 2 },
  ]);
  expect(await db.select().from(matters)).toEqual([]);

  await jobDied(NOW + HOUR);
  await minute(60);
  expect(subjects()).toHaveLength(3);
});

test("jobs that have failed are not over while nobody tries them again", async () => {
  await jobDied(NOW);
  for (const after of [0, 24 * 60 - 1, 24 * 60, 24 * 60 + 10, 72 * 60]) await minute(after);
  expect(subjects()).toEqual(["Daybook: jobs have failed in the European Union"]);
  // Tried again, and dead once more within ten minutes: still the same.
  await db.update(deadJobs).set({ retried_at: NOW + 72 * HOUR });
  await minute(72 * 60 + 5);
  await jobDied(NOW + 72 * HOUR + 6 * MINUTE);
  for (const after of [6, 12]) await minute(72 * 60 + after);
  expect(subjects()).toHaveLength(1);
  await db.update(deadJobs).set({ retried_at: NOW + 73 * HOUR });
  await minute(73 * 60);
  expect(subjects().slice(1)).toEqual(["Over: jobs have failed in the European Union"]);
});

test("crons of two Workers at once send one email each time", async () => {
  await jobDied();
  await Promise.all([minute(0), minute(0), minute(0)]);
  await Promise.all([minute(1), minute(1)]);
  await db.delete(deadJobs);
  await Promise.all([minute(12), minute(12), minute(12)]);
  expect(subjects()).toEqual([
    "Daybook: jobs have failed in the European Union",
    "Over: jobs have failed in the European Union",
  ]);
});

test.each<[string, () => Promise<unknown>, string]>([
  [
    "an email waits for more than ten minutes",
    () =>
      db.insert(outbox).values({
        unique_ref: newRef(),
        kind: "reset-code",
        recipient: "",
        due_at: NOW + HOUR,
        created_at: NOW - 10 * MINUTE,
        updated_at: NOW,
      }),
    "Daybook: emails are late in the European Union",
  ],
  [
    "a backup failed last night",
    () =>
      db.insert(backups).values({
        unique_ref: newRef(),
        user_ref: newRef(),
        day: "2026-11-20",
        state: "failed",
        created_at: NOW,
        updated_at: NOW,
      }),
    "Daybook: backups of last night are missing in the European Union",
  ],
  [
    "the daily cron is late",
    () => ranLast("daily", 27 * HOUR),
    "Daybook: the daily task failed or is late in the European Union",
  ],
])("the keeper is told that %s", async (_what, happens, subject) => {
  await happens();
  await minute(0);
  await minute(1);
  expect(subjects()).toEqual([subject]);
});

test("nothing is said of a mail that is sent in time, and nothing of a Daybook in which all is well", async () => {
  await waitingMail();
  for (const after of [0, 1, 9]) await minute(after);
  expect([subjects(), lines]).toEqual([[], []]);
});

test("a database that comes and goes at a mark is told of once, and one that was emptied begins anew", async () => {
  const at = (percent: number) => checkSize({ bytes: (MAX_BYTES * percent) / 100, users: 9_999 }, null).state;
  expect([at(49.9), at(50), at(69.9), at(70), at(100)]).toEqual(["good", "unknown", "unknown", "bad", "bad"]);
  const user = await db.$count(users);
  for (let n = user; n < 10; n += 1) await makeUser();
  const now = await db.$count(users);
  // By the users that the settings allow: 71 %, 60 %, 83 %, 40 %, 77 %.
  for (const [step, maxUsers] of [14, 17, 12, 25, 13].map((most) => (most * now) / 10).entries()) {
    for (const after of [0, 30]) await minute(step * 60 + after, { maxUsers });
  }
  expect(subjects()).toEqual([
    "Daybook: a database is filling in the European Union",
    "Over: a database is filling in the European Union",
    "Daybook: a database is filling in the European Union",
  ]);
  expect(mailer.sent[0]?.text).toContain("It is 71 % full: of the 10 GB");
});

test("a database whose settings close it by its users is told of at 70 % of them, however small it is", () => {
  const at = (users: number, percent = 1) => {
    const { state, n } = checkSize({ bytes: (MAX_BYTES * percent) / 100, users }, 1000);
    return `${state} ${n ?? ""}`;
  };
  expect([at(499), at(500), at(699), at(700), at(1000)]).toEqual([
    ...["good ", "unknown ", "unknown "],
    ...["bad 70", "bad 100"],
  ]);
  // By whichever is nearer.
  expect([at(1, 72), at(900, 72), at(1, 55)]).toEqual(["bad 72", "bad 90", "unknown "]);
  expect(checkSize(null, 1000).state).toBe("unknown");
});

test("a database that cannot be looked at leaves its matters as they were, and holds nothing up", async () => {
  await db.insert(deadJobs).values({ unique_ref: newRef(), kind: "forget-user", ref: "", died_at: NOW });
  await minute(0);
  const limits = watchTimeLimits();
  const hanging = hangingDatabase(() => new Promise<never>(() => {}));
  for (const after of [1, 12]) await minute(after, { looked: hanging, limitMs: 20 });
  expect(limits.setMs).toEqual(new Set([20]));
  await minute(13, { looked: hangingDatabase(away) });
  expect(subjects()).toEqual(["Daybook: jobs have failed in the European Union"]);
  expect(lines.filter(({ kind }) => kind === "error").map(({ reason }) => reason)).toEqual([
    ...["Error: No answer in time", "Error: No answer in time"],
    "Error: D1_ERROR: Network connection lost",
  ]);
  await db.delete(deadJobs);
  await minute(24);
  expect(subjects().slice(1)).toEqual(["Over: jobs have failed in the European Union"]);
});

test("an email that cannot be sent waits, and is sent once it can be", async () => {
  await jobDied();
  await minute(0, { by: failingMailer });
  const [row] = await db.select().from(outbox);
  expect([row?.kind, row?.sent_at, row?.attempts]).toEqual(["matter", null, 1]);
  expect(lines.filter(({ kind }) => kind === "error").map(({ reason }) => reason)).toEqual([
    "RetryLaterError: Mail matter could not be sent: E_DELIVERY_FAILED",
  ]);
  // The queue is away, too: the cron itself tries again.
  for (const after of [1, 2]) await minute(after);
  expect(subjects()).toEqual(["Daybook: jobs have failed in the European Union"]);
});

test("a matter of a kind that is no more ends by itself", async () => {
  await db.insert(matters).values({
    ...{ kind: "former", n: 1, began_at: NOW, seen_at: NOW, told_at: NOW },
  });
  await minute(10);
  expect([await db.select().from(matters), subjects()]).toEqual([[], []]);
});

test("a look takes as many statements as the paper of growth counts", async () => {
  const batches: number[] = [];
  const batch = (statements: D1PreparedStatement[]) => {
    batches.push(statements.length);
    return env.DB.batch(statements);
  };
  const prepare = (query: string) => env.DB.prepare(query);
  const counted = openDatabase({ prepare, batch } as unknown as D1Database);
  await checkDatabase({ db: counted, now: NOW });
  const [, trips, statements] = /LOOK = { trips: (\d+), statements: (\d+) }/.exec(bench) ?? [];
  expect([batches.length, batches[0]]).toEqual([Number(trips), Number(statements)]);
});

test("what is looked for each minute is found by an index", async () => {
  for (const statement of unfinishedWork(db, NOW))
    expect(await queryPlan(statement)).toMatch(/INDEX (dead_jobs_open|outbox_by_due|outbox_retryable)/);
});
