import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { forgetUser } from "~/account/deletion/delete-account.server";
import { deletionRef } from "~/account/deletion/deleted-users.server";
import { hasDeletionNote, noteDeletion } from "~/account/deletion/deletion-notes.server";
import { audit, backups, objectKey } from "~/account/table.server";
import { backUpUser } from "~/backups/back-up-user.server";
import { checkStore } from "~/backups/check-store.server";
import { dropOldBackups } from "~/backups/daily.server";
import { isDeleted, restoreUser } from "~/backups/restore.server";
import { chooseBackup, type StoredBackup, storedBackups } from "~/backups/stored.server";
import { nonEmptyBatch } from "~/data/backup-import/validate.server";
import { deleteAccountRows } from "~/data/deletion.server";
import { db, jobContext, makeUser, NOW } from "../support/harness";
import { backUp, backupsOf, makeFullUser, NIGHT, nightAfter } from "./backups";

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
/** When what is stored now is free again. */
const LATER = Date.now() + (DAYS + 1) * DAY_MS;

/** A store with a rule that locks what was stored, as R2 keeps it: also from whoever asks with the bucket's own key. */
function lockedStore(objects: R2Bucket, clock = { now: Date.now() }): R2Bucket {
  const refuseLocked = async (keys: string[]) => {
    for (const key of keys) {
      const there = await objects.head(key);
      const isYoung = there && clock.now - there.uploaded.getTime() < DAYS * DAY_MS;
      if (isYoung && key.startsWith("users/")) throw new Error("The object is locked by a bucket lock rule");
    }
  };
  return new Proxy(objects, {
    get(target, name) {
      if (name === "delete") {
        return async (keys: string | string[]) => {
          await refuseLocked([keys].flat());
          await target.delete(keys);
        };
      }
      if (name === "put") {
        return async (key: string, ...more: [Uint8Array, R2PutOptions]) => {
          await refuseLocked([key]);
          return target.put(key, ...more);
        };
      }
      const member = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

function lockedContext(now: number) {
  return jobContext({ now, lockedDays: DAYS, objects: lockedStore(env.OBJECTS, { now }) });
}

async function countOf(userRef: string, objects: R2Bucket = env.OBJECTS): Promise<number> {
  return (await storedBackups(objects, userRef)).length;
}

test("backups of a deleted account that are locked are no longer restored, be the database lost, and go once the lock has ended", async () => {
  const { userRef } = await makeFullUser();
  await backUp(userRef);
  const [kept, backup] = [await countOf(userRef), (await chooseBackup(env.OBJECTS, userRef)) as StoredBackup];
  const rows = deleteAccountRows(db, userRef);
  const line = { unique_ref: await deletionRef(userRef), user_ref: "", action: "account-deleted", occurred_at: NOW };
  await db.batch([db.insert(audit).values(line), ...nonEmptyBatch(rows)]);
  const now = Date.now();
  await forgetUser(lockedContext(now), userRef, rows);
  expect([await countOf(userRef), await hasDeletionNote(env.OBJECTS, userRef)]).toEqual([kept, true]);

  await db.delete(audit).where(eq(audit.unique_ref, line.unique_ref));
  await expect(restoreUser(jobContext(), backup)).rejects.toThrow("deleted by its user");
  await checkStore(lockedContext(now), "");
  expect(await countOf(userRef)).toBe(kept);
  await checkStore(lockedContext(LATER), "");
  expect(await countOf(userRef)).toBe(0);
});

test("a deletion that the live store alone notes holds for copies that were made before it", async () => {
  const { userRef } = await makeFullUser();
  await backUp(userRef);
  const backup = (await chooseBackup(env.OBJECTS, userRef)) as StoredBackup;
  const { BACKUP_COPIES_STORE: copies } = env as unknown as { BACKUP_COPIES_STORE: R2Bucket };
  const object = await env.OBJECTS.get(objectKey(userRef, backup.day));
  await copies.put(objectKey(userRef, backup.day), await (object as R2ObjectBody).arrayBuffer());
  await db.batch(nonEmptyBatch(deleteAccountRows(db, userRef)));
  await noteDeletion(env.OBJECTS, userRef);
  expect(await isDeleted(db, [copies], userRef)).toBe(false);
  expect(await isDeleted(db, [copies, env.OBJECTS], userRef)).toBe(true);
  await expect(restoreUser(jobContext(), backup, copies)).rejects.toThrow("deleted by its user");
});

test("without a lock nothing is left of a deleted account, and nothing is noted", async () => {
  const { userRef } = await makeFullUser();
  const rows = deleteAccountRows(db, userRef);
  const line = { unique_ref: await deletionRef(userRef), user_ref: "", action: "account-deleted", occurred_at: NOW };
  await db.batch([db.insert(audit).values(line), ...nonEmptyBatch(rows)]);
  await forgetUser(jobContext(), userRef, rows);
  expect([await countOf(userRef), await hasDeletionNote(env.OBJECTS, userRef)]).toEqual([0, false]);
});

test("a try that stored its backup and died before it said so is taken for made, since it cannot be stored again", async () => {
  const { unique_ref: userRef } = await makeUser();
  const row = await backUp(userRef);
  const waiting = { state: "waiting" as const, due_at: NIGHT, made_at: null, bytes: null, records: null };
  await db.update(backups).set(waiting).where(eq(backups.user_ref, userRef));
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await backUpUser({ ...lockedContext(Date.now()), now: NIGHT + 60_000 }, row?.unique_ref as string);
  log.mockRestore();
  const { records, bytes } = row as NonNullable<typeof row>;
  expect(await backupsOf(userRef)).toMatchObject([{ state: "made", attempts: 2, made_at: NIGHT, records, bytes }]);
});

test("a backup that a restore brought is dropped by its day, and not before the store lets it go", async () => {
  const { unique_ref: userRef } = await makeUser();
  for (const [day, state] of [
    ["2026-10-01", "made"],
    ["2026-10-02", "made"],
  ] as const) {
    const times = { created_at: NIGHT, updated_at: NIGHT, made_at: nightAfter(-50) };
    await db.insert(backups).values({ ...times, unique_ref: `${day}-${userRef}`, user_ref: userRef, day, state });
  }
  const drop = async (night: number) => {
    await dropOldBackups(jobContext({ now: nightAfter(night), lockedDays: DAYS }));
    return (await backupsOf(userRef)).map(({ day }) => day);
  };
  expect(await drop(DAYS - 1)).toEqual(["2026-10-01", "2026-10-02"]);
  expect(await drop(DAYS)).toEqual(["2026-10-02"]);
});
