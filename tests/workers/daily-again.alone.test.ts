import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { backups } from "~/account/table.server";
import { lookForMatters } from "~/admin/matters.server";
import { tellKeeper } from "~/mail/keeper.server";
import { matters, outbox } from "~/mail/table.server";
import { cronRuns, isDailyDue } from "~/platform/db/cron-runs.server";
import { runDailyJobs, runEveryMinute } from "../../workers/jobs";
import { db, jobContext, makeUser } from "../support/harness";
import { recordingMailer } from "../support/mail";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NIGHT = Date.UTC(2026, 10, 21, 3);

let mailer: ReturnType<typeof recordingMailer>;

beforeEach(async () => {
  mailer = recordingMailer();
  for (const name of ["warn", "error"] as const) vi.spyOn(console, name).mockImplementation(() => {});
  for (const table of [cronRuns, backups, matters, outbox]) await db.delete(table);
});
afterEach(() => env.DB.exec("DROP TRIGGER IF EXISTS backups_fail"));

async function failBackups(): Promise<void> {
  await env.DB.exec("CREATE TRIGGER backups_fail BEFORE INSERT ON backups BEGIN SELECT RAISE(ABORT, 'away'); END");
}

/** The cron of a minute: what it finds of the daily one. */
async function minute(now: number) {
  const looks = await lookForMatters({ db, now }, null);
  const daily = looks.filter(({ part }) => part === "daily-cron");
  const app = jobContext({ now, mailer });
  await tellKeeper(app, daily);
  await runEveryMinute(app);
  return daily.map(({ state }) => state);
}

test("a night that could not be planned is told of, and planned as soon as it can be", async () => {
  const { unique_ref } = await makeUser();
  await failBackups();
  await runDailyJobs(jobContext({ now: NIGHT }));
  for (const after of [1, 4, 5, 6]) expect(await minute(NIGHT + after * MINUTE)).toEqual(["bad"]);
  expect(await db.select().from(backups)).toEqual([]);
  expect(mailer.sent.map(({ subject }) => subject)).toEqual([
    "Daybook: the daily task failed or is late in the European Union",
  ]);
  expect(mailer.sent[0]?.text).toContain("The task of 03:00 UTC failed, or did not end.");

  await env.DB.exec("DROP TRIGGER backups_fail");
  await minute(NIGHT + 10 * MINUTE);
  const planned = await db.select().from(backups);
  expect(planned.filter((each) => each.user_ref === unique_ref)).toMatchObject([
    { day: "2026-11-21", state: "waiting" },
  ]);
  for (const after of [11, 19, 20, 21]) expect(await minute(NIGHT + after * MINUTE)).toEqual(["good"]);
  expect(mailer.sent.slice(1).map(({ subject }) => subject)).toEqual([
    "Over: the daily task failed or is late in the European Union",
  ]);
  expect(await db.select().from(backups)).toHaveLength(planned.length);
});

test("a daily run whose Worker died, and one that was never begun, are made by the cron of each minute", async () => {
  await makeUser();
  await db.insert(cronRuns).values({ name: "daily", began_at: NIGHT, ended_at: null });
  expect(await minute(NIGHT + 30 * MINUTE)).toEqual(["good"]);
  expect(await db.select().from(backups)).toEqual([]);
  expect(await minute(NIGHT + 31 * MINUTE)).toEqual(["bad"]);
  expect(await db.select().from(backups)).not.toEqual([]);

  await db.delete(backups);
  await db.update(cronRuns).set({ began_at: NIGHT - 24 * HOUR, ended_at: NIGHT - 24 * HOUR });
  await minute(NIGHT + 30 * MINUTE);
  expect(await db.select().from(backups)).toEqual([]);
  await minute(NIGHT + 31 * MINUTE);
  expect(await db.select().from(backups)).not.toEqual([]);
});

test("a daily run that goes on failing is made again after waits that double, up to every hour", () => {
  const begun = [NIGHT];
  for (let now = NIGHT; now < NIGHT + 6 * HOUR; now += MINUTE) {
    const began_at = begun.at(-1) as number;
    const run = { name: "daily", began_at, ended_at: began_at + 5, failed_at: began_at + 5 };
    if (isDailyDue(run, now)) begun.push(now);
    expect(isDailyDue({ ...run, failed_at: began_at - 1 }, now)).toBe(false);
  }
  expect(begun.map((at) => (at - NIGHT) / MINUTE)).toEqual([0, 5, 10, 20, 40, 80, 140, 200, 260, 320]);
});

test("a night that is made up for after midnight is that of the day before, and the next one has its own", async () => {
  const { unique_ref } = await makeUser();
  await failBackups();
  await runDailyJobs(jobContext({ now: NIGHT }));
  await env.DB.exec("DROP TRIGGER backups_fail");
  const days = async () =>
    (await db.select().from(backups).orderBy(backups.day)).flatMap(({ user_ref, day, state }) =>
      user_ref === unique_ref ? [`${day} ${state}`] : [],
    );
  await minute(NIGHT + 21.5 * HOUR);
  expect(await days()).toEqual(["2026-11-21 waiting"]);
  await runDailyJobs(jobContext({ now: NIGHT + 24 * HOUR }));
  expect(await days()).toEqual(["2026-11-21 failed", "2026-11-22 waiting"]);
});

test("a Daybook that never had a daily run gets one from half past three on, and is told of if it has none after that", async () => {
  await makeUser();
  expect(await minute(NIGHT + 30 * MINUTE)).toEqual(["unknown"]);
  expect(await minute(NIGHT + 31 * MINUTE)).toEqual(["unknown"]);
  expect(await db.select().from(backups)).not.toEqual([]);
  expect(await minute(NIGHT + 32 * MINUTE)).toEqual(["good"]);

  await db.delete(cronRuns).where(eq(cronRuns.name, "daily"));
  await db.update(cronRuns).set({ began_at: NIGHT + 32 * MINUTE, ended_at: NIGHT + 32 * MINUTE });
  expect(await minute(NIGHT + 33 * MINUTE)).toEqual(["bad"]);
});
