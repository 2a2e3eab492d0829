import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { codes, logins, users } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { runDailyJobs, runEveryMinute, runJobs } from "../../workers/jobs";
import { hangingDatabase } from "../support/faults";
import { db, jobContext, makeUser, NOW } from "../support/harness";
import { addTakeBack, addVerification } from "../support/verifications";

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

test("the crons drop addresses that were not the user's own and links that take one back, after 30 days", async () => {
  const { unique_ref: user_ref } = await makeUser();
  const at = (days: number) => ({ created_at: NOW - days * DAY_MS });
  const link = (days: number) => ({ ...at(days), expires_at: NOW - (days - 7) * DAY_MS });
  await addVerification({ user_ref, address: "old@example.com", status: "expired", ...at(31) });
  await addVerification({ user_ref, address: "last@example.com", status: "expired", ...at(29) });
  await addTakeBack(user_ref, "long-ago@example.com", link(30));
  await addTakeBack(user_ref, "before@example.com", link(29));
  await runEveryMinute(jobContext());
  await runDailyJobs(jobContext());
  const left = await db.select().from(codes).where(eq(codes.user_ref, user_ref)).orderBy(codes.created_at);
  expect(left.map(({ payload }) => payload).sort()).toEqual(["before@example.com", "last@example.com"]);
});

test("a job that fails comes back after 5 s, 30 s and then two minutes", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const away = () => Promise.reject(new Error("D1_ERROR: Network connection lost"));
  const delays: unknown[] = [];
  const messages = [1, 2, 3, 4].map((attempts) => ({
    ...{ body: { kind: "send-mail", ref: "x" }, attempts },
    retry: ({ delaySeconds }: QueueRetryOptions) => delays.push(delaySeconds),
  }));
  await runJobs({ queue: "daybook-jobs", messages } as never, jobContext({ db: hangingDatabase(away) }));
  expect(delays).toEqual([5, 30, 120, 120]);
});
