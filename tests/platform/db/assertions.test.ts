import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/account/table.server";
import { type Assertion, assertThat, failedAssertion } from "~/platform/db/assertions.server";
import { db, makeUser } from "../../support/harness";

const failureOf = (work: PromiseLike<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const nameOf = async (all: readonly Assertion[]) => failedAssertion(await failureOf(assertThat(db, ...all).run()));

test("a batch fails whole by the name of the first assertion that does not hold", async () => {
  const { unique_ref } = await makeUser();
  const isThis = eq(users.unique_ref, unique_ref);
  const batch = db.batch([
    db.update(users).set({ first_name: "Bela" }).where(isThis),
    assertThat(db, ["holds", sql`1 = 1`], ["first", sql`1 = 2`], ["second", sql`1 = 3`]),
  ]);
  expect(failedAssertion(await failureOf(batch))).toBe("first");
  const [row] = await db.select({ name: users.first_name }).from(users).where(isThis);
  expect(row?.name).toBe("First");
});

test("what is NULL does not hold, and what is any other number than 0 does", async () => {
  expect(await nameOf([["unknown", sql`NULL`]])).toBe("unknown");
  expect(await nameOf([["none", sql`0`]])).toBe("none");
  expect(await nameOf([["many", sql`17`]])).toBeNull();
});

test("a name may be worked out, once its assertion does not hold", async () => {
  expect(await nameOf([[sql`'from ' || '2026-10-01/2026-10-31'`, sql`FALSE`]])).toBe("from 2026-10-01/2026-10-31");
});

test("an assertion that holds writes no row", async () => {
  const { meta } = await assertThat(db, ["holds", sql`TRUE`]).run();
  expect(meta.rows_written).toBe(0);
});

test("no other error is the failure of an assertion, whatever its values say", async () => {
  const { username } = await makeUser();
  const { unique_ref } = await makeUser();
  const taken = await failureOf(
    db
      .update(users)
      .set({ username_key: username, first_name: ": assert stale: " })
      .where(eq(users.unique_ref, unique_ref)),
  );
  expect(taken).toBeInstanceOf(Error);
  expect(failedAssertion(taken)).toBeNull();
  expect(failedAssertion("assert stale")).toBeNull();
});
