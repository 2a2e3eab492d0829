import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { backups, codes } from "~/account/table.server";
import type { JobPage } from "~/admin/jobs.server";
import type { Overview } from "~/admin/overview.server";
import { deadJobs, outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { cronRuns } from "~/platform/db/cron-runs.server";
import { loader as overviewLoader } from "~/routes/admin/admin";
import { action, loader } from "~/routes/admin/jobs";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, recordingJobs, submit } from "../support/harness";
import { waitingMail } from "../support/mail";
import { endLoginOf } from "../support/two-factor";
import { actsOf } from "./acts";

const MINUTE = 60_000;

async function deadJob(kind: string, ref = newRef()) {
  const unique_ref = newRef();
  await db.insert(deadJobs).values({ unique_ref, kind, ref, died_at: NOW });
  return { job: unique_ref, ref };
}

async function retriedAt(job: string) {
  const [row] = await db.select().from(deadJobs).where(eq(deadJobs.unique_ref, job));
  return row?.retried_at;
}

test("the page says what ran, what waits and what was given up, in one trip", async () => {
  const user = await makeUser(10);
  for (const table of [deadJobs, outbox, codes, backups]) await db.delete(table);
  const known = await deadJob("forget-user");
  const strange = await deadJob("make-coffee", "milk");
  await waitingMail();
  const { database, trips } = countingDatabase();
  const { data } = await load<JobPage>(loader, { user, database });
  expect(trips()).toBe(1);
  expect(data.failed).toHaveLength(2);
  expect(data.failed).toContainEqual({
    ...{ retry: `job/${known.job}`, what: "Remove the files of a deleted account", user: null },
    facts: `Given up today at 12:00 · reference ${known.ref}`,
  });
  expect(data.failed.find(({ facts }) => facts.includes(strange.ref))).toMatchObject({
    what: "Unknown: make-coffee",
    retry: null,
  });
  expect(data.waits.slice(0, 3)).toMatchObject([
    { n: 1, since: "today at 12:00" },
    { n: 0, since: null },
    { n: 0, since: null },
  ]);
});

test.each([
  [{ began_at: NOW - MINUTE, ended_at: NOW - MINUTE + 5, failed_at: null }, "ended"],
  [{ began_at: NOW, ended_at: NOW, failed_at: null }, "ended"],
  [{ began_at: NOW, ended_at: NOW - MINUTE, failed_at: null }, "running"],
  [{ began_at: NOW, ended_at: NOW - MINUTE, failed_at: NOW + 5 }, "failed"],
  [{ began_at: NOW, ended_at: NOW + 5, failed_at: NOW - MINUTE }, "ended"],
  [{ began_at: NOW - 11 * MINUTE, ended_at: NOW - 11 * MINUTE, failed_at: null }, "late"],
])("a run of each minute with %j has %s", async (times, state) => {
  await db.delete(cronRuns);
  await db.insert(cronRuns).values({ name: "minute", ...times });
  const { data } = await load<JobPage>(loader, { user: await makeUser(10) });
  expect(data.runs).toMatchObject([{ name: "Every minute", state }]);
});

test("a job is given to the queue again, once, and put on record", async () => {
  const [user, jobs] = [await makeUser(10), recordingJobs()];
  const { job, ref } = await deadJob("forget-user");
  expect((await submit(action, { retry: `job/${job}` }, { user, jobs })).status).toBe(302);
  expect((await submit(action, { retry: `job/${job}` }, { user, jobs })).status).toBe(302);
  expect(jobs.sent).toEqual([{ kind: "forget-user", ref, delaySeconds: 0 }]);
  expect(await retriedAt(job)).toBe(NOW);
  expect(await actsOf(user)).toEqual([
    { act: "admin-job-retried", about_ref: "", detail: "Remove the files of a deleted account" },
  ]);
});

test("what is no job of ours, or not there, is not tried again", async () => {
  const [user, jobs] = [await makeUser(10), recordingJobs()];
  const { job } = await deadJob("make-coffee");
  for (const each of [job, newRef()]) await submit(action, { retry: `job/${each}` }, { user, jobs });
  expect(jobs.sent).toEqual([]);
  expect(await actsOf(user)).toEqual([]);
});

test("nothing is given to the queue from a login that was ended meanwhile", async () => {
  const [user, jobs] = [await makeUser(10), recordingJobs()];
  const { job } = await deadJob("forget-user");
  const database = racingDatabase(1, () => endLoginOf(user));
  expect(await submit(action, { retry: `job/${job}` }, { user, jobs, database })).toMatchObject({
    status: 302,
    location: "/login/",
  });
  expect(jobs.sent).toEqual([]);
  expect(await retriedAt(job)).toBeNull();
});

test("the first page counts what wants looking after, and says what administrators did, in one trip", async () => {
  const [user, member] = [await makeUser(10), await makeUser()];
  await db.delete(deadJobs);
  const { job } = await deadJob("forget-user");
  await deadJob("forget-user");
  await submit(action, { retry: `job/${job}` }, { user });
  await db.insert(backups).values({
    ...{ unique_ref: newRef(), user_ref: member.unique_ref, day: "2026-11-20", state: "failed", attempts: 4 },
    ...{ created_at: NOW, updated_at: NOW },
  });
  const { database, trips } = countingDatabase();
  const { data } = await load<Overview>(overviewLoader, { user, database });
  expect(trips()).toBe(1);
  expect(data.size).toMatchObject({ place: "The European Union", users: `${data.users.n} users`, state: "open" });
  expect(data).toMatchObject({ dead: 1, backups: { failed: 1 } });
  expect(data.users.n).toBeGreaterThan(1);
  expect(data.users.seen).toBeGreaterThan(0);
  expect(data.acts[0]).toMatchObject({
    what: "An administrator had a job tried again: Remove the files of a deleted account",
    by: { ref: user.unique_ref, name: user.username },
    about: null,
  });
});
