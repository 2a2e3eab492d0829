import { eq, inArray } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "~/account/table.server";
import { assertVersion, isStale } from "~/platform/db/assertions.server";
import { isTaken, newRef } from "~/platform/db/columns.server";
import { claimKey, idempotencyKeys, runOnce } from "~/platform/db/idempotency.server";
import { db, makeUser, NOW } from "../../support/harness";

const nameOf = async (ref: string) =>
  (await db.select({ name: users.first_name, version: users.version }).from(users).where(eq(users.unique_ref, ref)))[0];

describe("an edit", () => {
  const rename = (ref: string, first_name: string, from: number) => {
    const isUser = eq(users.unique_ref, ref);
    return [
      assertVersion(db, users, isUser, from),
      db
        .update(users)
        .set({ first_name, version: from + 1 })
        .where(isUser),
    ] as const;
  };

  test("from the newest version is saved and counts on", async () => {
    const { unique_ref } = await makeUser();
    await db.batch(rename(unique_ref, "Bela", 1));
    expect(await nameOf(unique_ref)).toEqual({ name: "Bela", version: 2 });
  });

  test("from an older version is refused, and the whole batch with it", async () => {
    const [one, other] = [await makeUser(), await makeUser()];
    await db.batch(rename(one.unique_ref, "Bela", 1));
    const batch = db.batch([...rename(other.unique_ref, "Cleo", 1), ...rename(one.unique_ref, "Dora", 1)]);
    const error = await batch.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(isStale(error)).toBe(true);
    expect(isStale(new Error("NOT NULL constraint failed: users.first_name"))).toBe(false);
    expect(await nameOf(one.unique_ref)).toEqual({ name: "Bela", version: 2 });
    expect(await nameOf(other.unique_ref)).toEqual({ name: "First", version: 1 });
  });
});

describe("a form sent twice", () => {
  const there = async () => true;
  const formOf = (fingerprint: string, key = newRef()) => ({ key, fingerprint });

  test("makes one thing and answers alike, for its own user only", async () => {
    const form = formOf("answers");
    const [{ id: owner }, { id: other }] = [await makeUser(), await makeUser()];
    const send = (user: number, made: string) =>
      runOnce(db, user, form, made, () => db.batch([claimKey(db, user, form, made, NOW)]), there);
    expect(await send(owner, "first")).toBe("first");
    expect(await send(owner, "second")).toBe("first");
    expect(await send(other, "third")).toBe("third");
    expect(await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, form.key))).toHaveLength(2);
  });

  test("with other answers, or for what is gone, is none of the two", async () => {
    const form = formOf("answers");
    const { id: user } = await makeUser();
    const send = (sent: typeof form, isThere: (ref: string) => Promise<boolean>) =>
      runOnce(db, user, sent, newRef(), () => claimKey(db, user, sent, newRef(), NOW).run(), isThere);
    expect(await send(form, there)).not.toBeNull();
    expect(await send({ ...form, fingerprint: "other answers" }, there)).toBeNull();
    expect(await send(form, async () => false)).toBeNull();
  });

  test("that fails for another reason fails, and leaves its key free", async () => {
    const form = formOf("answers");
    const { id: user, username } = await makeUser();
    const nothingMade = { user_id: user, ...formOf("other"), result_ref: null as never, created_at: NOW };
    const fail = () =>
      db.batch([
        claimKey(db, user, form, "first", NOW),
        db
          .update(users)
          .set({ username_key: username })
          .where(inArray(users.username_key, [username])),
        db.insert(idempotencyKeys).values(nothingMade),
      ]);
    await expect(runOnce(db, user, form, "first", fail, there)).rejects.toThrow();
    const again = () => claimKey(db, user, form, "again", NOW).run();
    expect(await runOnce(db, user, form, "again", again, there)).toBe("again");
  });
});

test("a value that is taken is known by its column", async () => {
  const { username } = await makeUser();
  const { unique_ref } = await makeUser();
  const error = await db
    .update(users)
    .set({ username_key: username })
    .where(eq(users.unique_ref, unique_ref))
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  expect(isTaken(error, "users.username_key")).toBe(true);
  expect(isTaken(error, "users.email_key")).toBe(false);
});

test("references are 22 characters that are safe in an address, and never the same", () => {
  const refs = Array.from({ length: 1000 }, newRef);
  expect(refs.every((ref) => /^[\w-]{22}$/.test(ref))).toBe(true);
  expect(new Set(refs).size).toBe(1000);
});
