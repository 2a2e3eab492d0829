import { and, eq, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { setPassword } from "~/account/passwords/new-password.server";
import { codes, feeds, users } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { db, makeUser, NOW } from "../../support/harness";
import { setAddressOf } from "../../support/members";
import { verifyResetCode } from "../../support/reset";
import { beginPendingLoginAs } from "../../support/two-factor";
import { addVerification, verificationsOf } from "../../support/verifications";

const LATER = NOW + 60_000;

/** Somebody with all that a new password ends: a pending login, a feed, two codes and an address that waits. */
async function makeOwner() {
  const { unique_ref: user_ref } = await makeUser();
  const row = () => ({ unique_ref: newRef(), user_ref, created_at: NOW, updated_at: NOW });
  await beginPendingLoginAs(user_ref);
  await verifyResetCode(user_ref);
  await verifyResetCode(user_ref, { used_at: NOW });
  await db.insert(codes).values({ ...row(), kind: "reset_code", hash: newRef(), expires_at: LATER });
  await db.insert(feeds).values({ ...row(), token_hash: newRef(), content: "pas" });
  for (const [status, address] of [
    ["pending", "new"],
    ["failed", "old"],
  ] as const)
    await addVerification({ user_ref, address: `${address}@example.com`, status, expires_at: LATER + 1 });
  return user_ref;
}

/** What of it there is. */
async function begunOf(ref: string) {
  const [owner] = await db.select().from(users).where(eq(users.unique_ref, ref));
  const theirs = await db
    .select()
    .from(codes)
    .where(and(eq(codes.user_ref, ref), ne(codes.kind, "verification")))
    .orderBy(codes.kind, codes.used_at);
  const waiting = await verificationsOf(ref, LATER);
  return {
    account: [owner?.password_encrypted && [...owner.password_encrypted], owner?.updated_at],
    feeds: await db.$count(feeds, eq(feeds.user_ref, ref)),
    codes: theirs.map(({ kind, used_at }) => [kind, used_at]),
    addresses: waiting.map(({ status }) => status).sort(),
  };
}

test("a new password ends what was begun with the old one, says when, and ends nothing of anybody else", async () => {
  const [ref, other] = [await makeOwner(), await makeOwner()];
  const before = await begunOf(other);
  const email = await setAddressOf({ unique_ref: ref });
  await db.batch(setPassword(db, { unique_ref: ref, email }, new Uint8Array([1, 2]), LATER));
  expect(await begunOf(ref)).toEqual({
    account: [[1, 2], LATER],
    feeds: 0,
    codes: [
      ["new_password", NOW],
      ["new_password", LATER],
    ],
    addresses: ["expired", "failed"],
  });
  expect(await begunOf(other)).toEqual(before);
  expect(before).toMatchObject({
    feeds: 1,
    codes: [
      ["new_password", null],
      ["new_password", NOW],
      ["reset_code", null],
      ["second_factor", null],
    ],
  });
});

test("the first address of an account goes on waiting when its password is set", async () => {
  const ref = await makeOwner();
  await db.batch(setPassword(db, { unique_ref: ref, email: null }, null, LATER));
  expect((await begunOf(ref)).addresses).toEqual(["failed", "pending"]);
});
