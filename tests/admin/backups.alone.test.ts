import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { retryBackup } from "~/account/backups/queries.server";
import { backups, users } from "~/account/table.server";
import type { JobPage } from "~/admin/jobs.server";
import { backUpUser, MAX_TRIES } from "~/backups/back-up-user.server";
import { deadJobs, outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { action, loader } from "~/routes/admin/jobs";
import {
  countingDatabase,
  db,
  jobContext,
  load,
  makeUser,
  NOW,
  racingDatabase,
  recordingJobs,
  submit,
} from "../support/harness";
import { actsOf } from "./acts";

type State = "waiting" | "made" | "failed";

async function addBackup(userRef: string, day: string, state: State, more: Partial<typeof backups.$inferInsert> = {}) {
  const row = { unique_ref: newRef(), user_ref: userRef, day, state, ...more, created_at: NOW, updated_at: NOW };
  await db.insert(backups).values(row);
  return row.unique_ref;
}

async function stateOf(ref: string) {
  const [row] = await db.select().from(backups).where(eq(backups.unique_ref, ref));
  return row;
}

test("the page says what failed, what is kept and who waits, in one trip", async () => {
  for (const table of [outbox, deadJobs, backups]) await db.delete(table);
  await db.update(users).set({ changed_at: null });
  const [user, one, other] = [await makeUser(10), await makeUser(), await makeUser()];
  const failed = await addBackup(one.unique_ref, "2026-11-20", "failed", { attempts: 4 });
  await addBackup(other.unique_ref, "2026-11-20", "made", { bytes: 1_240_000 });
  await addBackup(one.unique_ref, "2026-11-19", "made", { bytes: 900 });
  await addBackup(user.unique_ref, "2026-11-21", "waiting");
  await addBackup(other.unique_ref, "2026-11-21", "waiting", { attempts: 1, due_at: NOW + 300_000 });
  await db.update(users).set({ changed_at: NOW }).where(eq(users.id, one.id));
  const { database, trips } = countingDatabase();
  const { data } = await load<JobPage>(loader, { user, database });
  expect(trips()).toBe(1);
  expect(data.waits.slice(2)).toMatchObject([{ n: 2 }, { n: 1, since: "today at 12:00" }]);
  expect(data).toMatchObject({
    failed: [
      {
        ...{ retry: null, what: "Backup of 21 November 2026", user: { ref: other.unique_ref, name: other.username } },
        facts: "tried once · again from today at 12:05, unless it is made by then",
      },
      {
        ...{ retry: `backup/${failed}`, what: "Backup of 20 November 2026" },
        ...{ user: { ref: one.unique_ref, name: one.username }, facts: "tried 4 times" },
      },
    ],
    days: [
      { day: "21/11/2026", made: 0, waiting: 2, failed: 0, size: "0 MB" },
      { day: "20/11/2026", made: 1, waiting: 0, failed: 1, size: "1.2 MB" },
      { day: "19/11/2026", made: 1, waiting: 0, failed: 0, size: "0.1 MB" },
    ],
  });
});

test("a backup whose upload fails is seen from its first failure, and can be tried again after the last", async () => {
  for (const table of [outbox, deadJobs, backups]) await db.delete(table);
  const [user, member] = [await makeUser(10), await makeUser()];
  const ref = await addBackup(member.unique_ref, "2026-11-21", "waiting");
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const away = new Proxy(env.OBJECTS, {
    get: () => async () => {
      throw new Error("store away");
    },
  });
  const seen = async () => (await load<JobPage>(loader, { user })).data;
  let now = NOW;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    await backUpUser(jobContext({ objects: away, now }), ref);
    expect((await seen()).failed).toMatchObject([{ facts: expect.stringMatching(`^tried (once|${tries} times)`) }]);
    now += 24 * 60 * 60_000;
  }
  log.mockRestore();
  expect(await seen()).toMatchObject({ failed: [{ retry: `backup/${ref}` }] });
  const atWork = { ...user, login: { ...user.login, reauthenticated_at: now } };
  expect((await submit(action, { retry: `backup/${ref}` }, { user: atWork, now })).location).toBe("/admin/jobs/");
  await backUpUser(jobContext({ now }), ref);
  expect(await seen()).toMatchObject({ failed: [], days: [{ made: 1 }] });
});

test("one that failed is tried again, once, and put on record with whose it is", async () => {
  const [user, member, jobs] = [await makeUser(10), await makeUser(), recordingJobs()];
  const backup = await addBackup(member.unique_ref, "2026-11-20", "failed", { attempts: 4 });
  expect((await submit(action, { retry: `backup/${backup}` }, { user, jobs })).status).toBe(302);
  expect((await submit(action, { retry: `backup/${backup}` }, { user, jobs })).status).toBe(302);
  expect(await stateOf(backup)).toMatchObject({ state: "waiting", attempts: 0 });
  expect(jobs.sent).toEqual([{ kind: "back-up-user", ref: backup, delaySeconds: 0 }]);
  expect(await actsOf(user)).toEqual([
    { act: "admin-backup-asked", about_ref: member.unique_ref, detail: "of 20 November 2026" },
  ]);
});

test.each(["made", "waiting"] as const)("one that is %s is not", async (state) => {
  const [user, member, jobs] = [await makeUser(10), await makeUser(), recordingJobs()];
  const backup = await addBackup(member.unique_ref, "2026-11-20", state);
  for (const each of [backup, newRef()]) await submit(action, { retry: `backup/${each}` }, { user, jobs });
  expect(await stateOf(backup)).toMatchObject({ state });
  expect(jobs.sent).toEqual([]);
  expect(await actsOf(user)).toEqual([]);
});

test("one that a newer one has replaced is not listed, not counted and not tried again", async () => {
  for (const table of [outbox, deadJobs, backups]) await db.delete(table);
  const [user, jobs] = [await makeUser(10), recordingJobs()];
  for (const state of ["made", "waiting", "failed"] as const) {
    const { unique_ref } = await makeUser();
    const old = await addBackup(unique_ref, "2026-11-19", "failed", { attempts: 4 });
    await addBackup(unique_ref, "2026-11-20", state, { attempts: state === "failed" ? 4 : 0 });
    await submit(action, { retry: `backup/${old}` }, { user, jobs });
    expect(await stateOf(old)).toMatchObject({ state: "failed", attempts: 4 });
  }
  const { failed } = (await load<JobPage>(loader, { user })).data;
  expect(failed.map(({ what }) => what)).toEqual(["Backup of 20 November 2026"]);
  expect([jobs.sent, await actsOf(user)]).toEqual([[], []]);
});

test("of two who try one again at the same moment one alone is put on record", async () => {
  const [user, member, jobs] = [await makeUser(10), await makeUser(), recordingJobs()];
  const backup = await addBackup(member.unique_ref, "2026-11-20", "failed", { attempts: 4 });
  const database = racingDatabase(1, () => retryBackup({ db, now: NOW }, backup).then(() => {}));
  expect((await submit(action, { retry: `backup/${backup}` }, { user, jobs, database })).status).toBe(302);
  expect(await stateOf(backup)).toMatchObject({ state: "waiting" });
  expect([jobs.sent, await actsOf(user)]).toEqual([[], []]);
});
