import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { retryBackup } from "~/account/backups/queries.server";
import { backups, users } from "~/account/table.server";
import type { BackupPage } from "~/admin/backups.server";
import { backUpUser, MAX_TRIES } from "~/backups/back-up-user.server";
import { newRef } from "~/platform/db/columns.server";
import { action, loader } from "~/routes/admin/backups";
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
  await db.batch([db.delete(backups), db.update(users).set({ changed_at: null })]);
  const [user, one, other] = [await makeUser(10), await makeUser(), await makeUser()];
  const failed = await addBackup(one.unique_ref, "2026-11-20", "failed", { attempts: 4 });
  await addBackup(other.unique_ref, "2026-11-20", "made", { bytes: 1_240_000 });
  await addBackup(one.unique_ref, "2026-11-19", "made", { bytes: 900 });
  await addBackup(user.unique_ref, "2026-11-21", "waiting");
  const tried = await addBackup(other.unique_ref, "2026-11-21", "waiting", { attempts: 1, due_at: NOW + 300_000 });
  await db.update(users).set({ changed_at: NOW }).where(eq(users.id, one.id));
  const { database, trips } = countingDatabase();
  const { data } = await load<BackupPage>(loader, { user, database });
  expect(trips()).toBe(1);
  const [firstDay, lastDay] = ["20 November 2026", "21 November 2026"];
  expect(data).toEqual({
    ...{ made: 2, waiting: 2, failed: 1, due: 1, dueSince: "today at 12:00" },
    list: [
      {
        ...{ ref: tried, user: { ref: other.unique_ref, name: other.username } },
        ...{ day: lastDay, attempts: 1, again: "today at 12:05" },
      },
      { ref: failed, user: { ref: one.unique_ref, name: one.username }, day: firstDay, attempts: 4, again: null },
    ],
    days: [
      { day: "21/11/2026", made: 0, waiting: 2, failed: 0, size: "0 MB" },
      { day: "20/11/2026", made: 1, waiting: 0, failed: 1, size: "1.2 MB" },
      { day: "19/11/2026", made: 1, waiting: 0, failed: 0, size: "0.1 MB" },
    ],
  });
});

test("a backup whose upload fails is seen from its first failure, and can be tried again after the last", async () => {
  await db.delete(backups);
  const [user, member] = [await makeUser(10), await makeUser()];
  const ref = await addBackup(member.unique_ref, "2026-11-21", "waiting");
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const away = new Proxy(env.OBJECTS, {
    get: () => async () => {
      throw new Error("store away");
    },
  });
  const seen = async () => (await load<BackupPage>(loader, { user })).data;
  let now = NOW;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    await backUpUser(jobContext({ objects: away, now }), ref);
    expect((await seen()).list).toMatchObject([{ ref, attempts: tries }]);
    now += 24 * 60 * 60_000;
  }
  log.mockRestore();
  expect(await seen()).toMatchObject({ failed: 1, list: [{ again: null }] });
  const atWork = { ...user, login: { ...user.login, reauthenticated_at: now } };
  expect((await submit(action, { backup: ref }, { user: atWork, now })).location).toBe("/admin/backups/");
  await backUpUser(jobContext({ now }), ref);
  expect(await seen()).toMatchObject({ failed: 0, made: 1, list: [] });
});

test("one that failed is tried again, once, and put on record with whose it is", async () => {
  const [user, member, jobs] = [await makeUser(10), await makeUser(), recordingJobs()];
  const backup = await addBackup(member.unique_ref, "2026-11-20", "failed", { attempts: 4 });
  expect((await submit(action, { backup }, { user, jobs })).status).toBe(302);
  expect((await submit(action, { backup }, { user, jobs })).status).toBe(302);
  expect(await stateOf(backup)).toMatchObject({ state: "waiting", attempts: 0 });
  expect(jobs.sent).toEqual([{ kind: "back-up-user", ref: backup, delaySeconds: 0 }]);
  expect(await actsOf(user)).toEqual([
    { act: "admin-backup-asked", about_ref: member.unique_ref, detail: "of 20 November 2026" },
  ]);
});

test.each(["made", "waiting"] as const)("one that is %s is not", async (state) => {
  const [user, member, jobs] = [await makeUser(10), await makeUser(), recordingJobs()];
  const backup = await addBackup(member.unique_ref, "2026-11-20", state);
  for (const each of [backup, newRef()]) await submit(action, { backup: each }, { user, jobs });
  expect(await stateOf(backup)).toMatchObject({ state });
  expect(jobs.sent).toEqual([]);
  expect(await actsOf(user)).toEqual([]);
});

test("one that a newer one has replaced is not listed, not counted and not tried again", async () => {
  await db.delete(backups);
  const [user, jobs] = [await makeUser(10), recordingJobs()];
  for (const state of ["made", "waiting", "failed"] as const) {
    const { unique_ref } = await makeUser();
    const old = await addBackup(unique_ref, "2026-11-19", "failed", { attempts: 4 });
    await addBackup(unique_ref, "2026-11-20", state, { attempts: state === "failed" ? 4 : 0 });
    await submit(action, { backup: old }, { user, jobs });
    expect(await stateOf(old)).toMatchObject({ state: "failed", attempts: 4 });
  }
  const { failed, list } = (await load<BackupPage>(loader, { user })).data;
  expect([failed, list.map(({ day }) => day)]).toEqual([1, ["20 November 2026"]]);
  expect([jobs.sent, await actsOf(user)]).toEqual([[], []]);
});

test("of two who try one again at the same moment one alone is put on record", async () => {
  const [user, member, jobs] = [await makeUser(10), await makeUser(), recordingJobs()];
  const backup = await addBackup(member.unique_ref, "2026-11-20", "failed", { attempts: 4 });
  const database = racingDatabase(1, () => retryBackup({ db, now: NOW }, backup).then(() => {}));
  expect((await submit(action, { backup }, { user, jobs, database })).status).toBe(302);
  expect(await stateOf(backup)).toMatchObject({ state: "waiting" });
  expect([jobs.sent, await actsOf(user)]).toEqual([[], []]);
});
