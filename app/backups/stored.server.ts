import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { deletionRef } from "~/account/deletion/deleted-users.server";
import { audit, backups, objectKey, objectPrefix, users } from "~/account/table.server";
import type { JobWorld } from "~/platform/context";
import type { Bytes } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { insertRows } from "~/platform/db/json-rows.server";
import type { BackupName } from "./object.server";

/** An object of the store, as its listing tells. */
export interface StoredBackup extends BackupName {
  bytes: number;
  records: number | null;
  made_at: number;
}

const NAMED = /^users\/([\w-]+)\/(\d{4}-\d\d-\d\d)\.gz$/;

/** Whose backups there are. The store is asked, since a lost database takes its own list with it. */
export async function usersInStore(objects: R2Bucket): Promise<string[]> {
  const refs: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page: R2Objects = await objects.list({ prefix: "users/", delimiter: "/", ...(cursor ? { cursor } : {}) });
    refs.push(...page.delimitedPrefixes.map((prefix) => prefix.split("/")[1] as string));
    if (!page.truncated) return refs;
    cursor = page.cursor;
  }
}

/** The backups of everybody, or of one, a page of the listing at a time: by user, and the oldest first. */
export async function* listBackups(objects: R2Bucket, prefix = "users/"): AsyncGenerator<StoredBackup[]> {
  for (let cursor: string | undefined; ; ) {
    const page = await objects.list({ prefix, include: ["customMetadata"], ...(cursor ? { cursor } : {}) });
    yield page.objects.flatMap(backupOf);
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}

function backupOf({ key, size, uploaded, customMetadata = {} }: R2Object): StoredBackup[] {
  const [, userRef, day] = NAMED.exec(key) ?? [];
  if (!userRef || !day) return [];
  const made_at = Number(customMetadata.made_at ?? uploaded.getTime());
  const records = customMetadata.records === undefined ? null : Number(customMetadata.records);
  return [{ userRef, day, bytes: size, records, made_at }];
}

/** The backups of a user, oldest first: 36 at most, and one that is older. */
export async function storedBackups(objects: R2Bucket, userRef: string): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for await (const page of listBackups(objects, objectPrefix(userRef))) found.push(...page);
  return found;
}

/** The newest backup up to a day, or the newest of all. */
export async function chooseBackup(objects: R2Bucket, userRef: string, upTo?: string): Promise<StoredBackup | null> {
  const there = await storedBackups(objects, userRef);
  return there.filter(({ day }) => upTo === undefined || day <= upTo).at(-1) ?? null;
}

export async function fetchBackup({ objects }: Pick<JobWorld, "objects">, { userRef, day }: BackupName) {
  const object = await objects.get(objectKey(userRef, day));
  return object && new Uint8Array(await object.arrayBuffer());
}

/** The store takes parts of one size, this one at least; the last may be smaller. */
const PART_BYTES = 5 * 1024 * 1024;

/**
 * An object on its way into the store, as it grows: no more than a part of it is in memory. It is there once it is
 * finished, and not before.
 */
export function openUpload(objects: R2Bucket, key: string, customMetadata: Record<string, string>) {
  let upload: R2MultipartUpload | undefined;
  const sent: R2UploadedPart[] = [];
  const part = new Uint8Array(PART_BYTES);
  let [filled, total] = [0, 0];

  async function sendPart(): Promise<R2MultipartUpload> {
    upload ??= await objects.createMultipartUpload(key, { customMetadata });
    sent.push(await upload.uploadPart(sent.length + 1, part.subarray(0, filled)));
    filled = 0;
    return upload;
  }

  return {
    async write(bytes: Bytes): Promise<void> {
      total += bytes.length;
      for (let taken = 0; taken < bytes.length; ) {
        // Only once more is to come: so that there always is a last part.
        if (filled === PART_BYTES) await sendPart();
        const some = bytes.subarray(taken, taken + PART_BYTES - filled);
        part.set(some, filled);
        filled += some.length;
        taken += some.length;
      }
    },

    /** @returns how many bytes there are */
    async finish(): Promise<number> {
      if (upload) await (await sendPart()).complete(sent);
      else await objects.put(key, part.subarray(0, filled), { customMetadata });
      return total;
    },

    /** Of parts that are not taken back here the store frees itself after a week. */
    async abort(): Promise<void> {
      await upload?.abort();
    },
  };
}

/**
 * For the daily cron: the backups of accounts that were deleted go, should their removal have failed; and those of
 * others that no row tells of get one, so that they are dropped in their time. A user who is not there, and whose
 * deletion is not on record, may have been lost with the database: of them nothing is touched.
 */
export async function matchStore({ db, objects, now }: Pick<JobWorld, "db" | "objects" | "now">): Promise<void> {
  for await (const page of listBackups(objects)) {
    const refs = [...new Set(page.map(({ userRef }) => userRef))];
    const there = await usersAmong(db, refs);
    const gone = await deletedAmong(
      db,
      refs.filter((ref) => !there.has(ref)),
    );
    const left = page.filter(({ userRef }) => gone.has(userRef));
    if (left.length > 0) await objects.delete(left.map(({ userRef, day }) => objectKey(userRef, day)));
    const known = page.filter(({ userRef }) => there.has(userRef));
    for (const statement of rowsToInsert(db, known, now)) await statement;
  }
}

async function usersAmong(db: Database, refs: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ ref: users.unique_ref })
    .from(users)
    .where(inArray(users.unique_ref, listed(refs)));
  return new Set(found.map(({ ref }) => ref));
}

/** Those of these references of users whose account was deleted. */
export async function deletedAmong(db: Database, refs: readonly string[]): Promise<Set<string>> {
  if (refs.length === 0) return new Set();
  const lines = new Map(await Promise.all(refs.map(async (ref) => [await deletionRef(ref), ref] as const)));
  const found = await db
    .select({ line: audit.unique_ref })
    .from(audit)
    .where(sql`${inArray(audit.unique_ref, listed([...lines.keys()]))} AND ${eq(audit.action, "account-deleted")}`);
  return new Set(found.map(({ line }) => lines.get(line) as string));
}

function listed(refs: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(refs)}))`;
}

/** Statements: what the table of backups says of objects that are in the store, where it says nothing yet. */
export function rowsToInsert(db: Database, stored: readonly StoredBackup[], now: number) {
  const times = { created_at: now, updated_at: now };
  const rows = stored.map(({ userRef, day, bytes, records, made_at }) => {
    const state = "made" as const;
    return { ...times, unique_ref: newRef(), user_ref: userRef, day, state, bytes, records, made_at };
  });
  const isTold = (read: (column: string) => SQL) =>
    sql`EXISTS (SELECT 1 FROM backups AS told WHERE told.user_ref = ${read("user_ref")} AND told.day = ${read("day")})`;
  return insertRows(db, backups, rows, isTold);
}
