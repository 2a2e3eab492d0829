import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { logins, users } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { readSizes } from "~/platform/db/region-sizes.server";
import { runDailyJobs, runEveryMinute } from "../../workers/jobs";
import { db, farDb, jobContext, makeUser, NOW } from "../support/harness";

const DAY_MS = 86_400_000;

test("the cron drops logins and form keys that are a week past, twice as well as once", async () => {
  const { id: user_id, unique_ref: user_ref } = await makeUser();
  const login = { user_ref, remember: false, user_agent: "", reauthenticated_at: 0, last_seen_at: 0, created_at: 0 };
  await db.batch([
    db.insert(logins).values({ ...login, unique_ref: newRef(), token_hash: newRef(), expires_at: NOW - 8 * DAY_MS }),
    db.insert(logins).values({ ...login, unique_ref: newRef(), token_hash: newRef(), expires_at: NOW - 6 * DAY_MS }),
    db
      .insert(idempotencyKeys)
      .values({ user_id, key: "old", result_ref: "", fingerprint: "", created_at: NOW - 8 * DAY_MS }),
    db.insert(idempotencyKeys).values({ user_id, key: "new", result_ref: "", fingerprint: "", created_at: NOW }),
  ]);
  for (const _run of ["first", "second"]) {
    await runEveryMinute(jobContext());
    await runDailyJobs(jobContext());
    expect(await db.select().from(logins).where(eq(logins.user_ref, user_ref))).toHaveLength(1);
    const keys = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.user_id, user_id));
    expect(keys.map(({ key }) => key)).toEqual(["new"]);
  }
});

test("the cron drops form keys of an account that is gone, and none of a sign-up", async () => {
  const { id } = await makeUser();
  await db.delete(users).where(eq(users.id, id));
  const key = { result_ref: "", fingerprint: "", created_at: NOW };
  await db.insert(idempotencyKeys).values([
    { ...key, user_id: id, key: "late" },
    { ...key, user_id: 0, key: `sign-up-${id}` },
  ]);
  await runDailyJobs(jobContext());
  expect(await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.user_id, id))).toEqual([]);
  expect(await db.$count(idempotencyKeys, eq(idempotencyKeys.key, `sign-up-${id}`))).toBe(1);
});

test("the daily cron notes the size of its region in the default one", async () => {
  await runDailyJobs(jobContext({ db: farDb }));
  const size = (await readSizes(db)).find(({ region }) => region === "oc");
  expect(size?.noted_at).toBe(NOW);
  expect(size?.bytes).toBeGreaterThan(100_000);
});
