import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { audit, users } from "~/account/table.server";
import { nonEmptyBatch } from "~/data/backup-import/validate.server";
import { deleteAccountRows } from "~/data/deletion.server";
import { outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { db, makeUser, NOW } from "../support/harness";

test("with an account go its mails and those to its address that are nobody's, and none of another account", async () => {
  const [mine, theirs] = [(await makeUser()).unique_ref, newRef()];
  const address = `${mine}@example.com`.toLowerCase();
  const mail = (user_ref: string, recipient: string) => {
    return { unique_ref: newRef(), user_ref, recipient, kind: "test", due_at: NOW, created_at: NOW, updated_at: NOW };
  };
  const kept = [mail(theirs, address), mail("", `other-${address}`)];
  const going = [mail(mine, `old-${address}`), mail("", address.toUpperCase())];
  await db.update(users).set({ email_key: address }).where(eq(users.unique_ref, mine));
  await db.insert(outbox).values([...kept, ...going]);
  await db.batch(nonEmptyBatch(deleteAccountRows(db, mine)));
  const left = (await db.select({ ref: outbox.unique_ref }).from(outbox)).map(({ ref }) => ref);
  expect(kept.every(({ unique_ref }) => left.includes(unique_ref))).toBe(true);
  expect(going.some(({ unique_ref }) => left.includes(unique_ref))).toBe(false);
});

test("of the audit log an administrator's acts on others stay without a name, and lines about who went name nobody", async () => {
  const [mine, theirs] = [(await makeUser()).unique_ref, newRef()];
  const line = (user_ref: string, act: string, about_ref: string) => {
    return { unique_ref: newRef(), user_ref, action: act, about_ref, occurred_at: NOW };
  };
  const lines = [
    line(mine, "logged-in", ""),
    line(mine, "admin-level-changed", theirs),
    line(theirs, "admin-level-changed", mine),
    line(theirs, "logged-in", ""),
  ];
  await db.insert(audit).values(lines);
  await db.batch(nonEmptyBatch(deleteAccountRows(db, mine)));
  const left = await Promise.all(
    lines.map(({ unique_ref }) => db.select().from(audit).where(eq(audit.unique_ref, unique_ref))),
  );
  expect(left.map(([row]) => row && [row.user_ref, row.about_ref])).toEqual([
    undefined,
    ["", theirs],
    [theirs, ""],
    [theirs, ""],
  ]);
});
