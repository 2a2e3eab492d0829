import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { setPassword } from "~/account/passwords/new-password.server";
import { challenges, emailVerifications, feeds, resetCodes, users } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { db, makeUser, NOW } from "../../support/harness";
import { setAddressOf } from "../../support/members";
import { verifyResetCode } from "../../support/reset";
import { beginPendingLoginAs } from "../../support/two-factor";

const LATER = NOW + 60_000;

/** Somebody with all that a new password ends: a pending login, a feed, two codes and an address that waits. */
async function makeOwner() {
  const { unique_ref: user_ref } = await makeUser();
  const row = () => ({ unique_ref: newRef(), user_ref, created_at: NOW, updated_at: NOW });
  await beginPendingLoginAs(user_ref);
  await verifyResetCode(user_ref, { code_hash: "hash" });
  await verifyResetCode(user_ref, { code_hash: "hash", ended_at: NOW });
  await db.insert(feeds).values({ ...row(), token_hash: newRef(), content: "pas" });
  for (const [status, address] of [
    ["pending", "new"],
    ["failed", "old"],
  ] as const)
    await db.insert(emailVerifications).values({ ...row(), address: `${address}@example.com`, status });
  return user_ref;
}

/** What of it there is. */
async function begunOf(ref: string) {
  const [owner] = await db.select().from(users).where(eq(users.unique_ref, ref));
  const codes = await db.select().from(resetCodes).where(eq(resetCodes.user_ref, ref)).orderBy(resetCodes.ended_at);
  const waiting = await db.select().from(emailVerifications).where(eq(emailVerifications.user_ref, ref));
  return {
    account: [
      owner?.password_encrypted && [...owner.password_encrypted],
      owner?.known_browsers_from,
      owner?.updated_at,
    ],
    logins: await db.$count(challenges, eq(challenges.user_ref, ref)),
    feeds: await db.$count(feeds, eq(feeds.user_ref, ref)),
    codes: codes.map(({ code_hash, ended_at, updated_at }) => [code_hash, ended_at, updated_at]),
    addresses: waiting.map(({ status, updated_at }) => [status, updated_at]).sort(),
  };
}

test("a new password ends what was begun with the old one, says when, and ends nothing of anybody else", async () => {
  const [ref, other] = [await makeOwner(), await makeOwner()];
  const before = await begunOf(other);
  const email = await setAddressOf({ unique_ref: ref });
  await db.batch(setPassword(db, { unique_ref: ref, email }, new Uint8Array([1, 2]), LATER));
  expect(await begunOf(ref)).toEqual({
    account: [[1, 2], LATER, LATER],
    logins: 0,
    feeds: 0,
    codes: [
      [null, NOW, LATER],
      [null, LATER, LATER],
    ],
    addresses: [
      ["expired", LATER],
      ["failed", NOW],
    ],
  });
  expect(await begunOf(other)).toEqual(before);
  expect(before).toMatchObject({
    logins: 1,
    feeds: 1,
    codes: [
      ["hash", null, NOW],
      ["hash", NOW, NOW],
    ],
  });
});

test("the first address of an account goes on waiting when its password is set", async () => {
  const ref = await makeOwner();
  await db.batch(setPassword(db, { unique_ref: ref, email: null }, null, LATER));
  expect((await begunOf(ref)).addresses).toEqual([
    ["failed", NOW],
    ["pending", NOW],
  ]);
});
