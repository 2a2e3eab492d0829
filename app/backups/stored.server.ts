import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { pagesOf } from "~/account/backups/objects.server";
import { deletionRef } from "~/account/deletion/deleted-users.server";
import { audit, backups, objectKey, objectPrefix } from "~/account/table.server";
import type { JobContext } from "~/platform/context";
import type { Bytes } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { insertRows } from "~/platform/db/json-rows.server";
import type { BackupName } from "./object.server";

/** A backup in the store, as its listing describes it. */
export interface StoredBackup extends BackupName {
  bytes: number;
  records: number | null;
  made_at: number;
  uploaded_at: number;
}

/** Key of a backup: of whom, and of which day. */
export const NAMED = /^users\/([\w-]+)\/(\d{4}-\d\d-\d\d)\.gz$/;

/**
 * References of the users with backups. They are read from the store, since a lost database takes its own list with it.
 */
export async function usersInStore(objects: R2Bucket): Promise<string[]> {
  const refs: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page: R2Objects = await objects.list({ prefix: "users/", delimiter: "/", ...(cursor ? { cursor } : {}) });
    refs.push(...page.delimitedPrefixes.map((prefix) => prefix.split("/")[1] as string));
    if (!page.truncated) return refs;
    cursor = page.cursor;
  }
}

/**
 * Yields the backups of all users, or those under a prefix, a page of the listing at a time: by user, oldest first.
 * @param startAfter the key after which the listing begins
 */
export async function* listBackups(
  objects: R2Bucket,
  prefix = "users/",
  startAfter = "",
): AsyncGenerator<StoredBackup[]> {
  const pages = pagesOf(objects, { prefix, include: ["customMetadata"], startAfter });
  for await (const page of pages) yield page.flatMap(backupOf);
}

function backupOf({ key, size, uploaded, customMetadata = {} }: R2Object): StoredBackup[] {
  const [, userRef, day] = NAMED.exec(key) ?? [];
  if (!userRef || !day) return [];
  const uploaded_at = uploaded.getTime();
  const made_at = Number(customMetadata.made_at ?? uploaded_at);
  const records = customMetadata.records === undefined ? null : Number(customMetadata.records);
  return [{ userRef, day, bytes: size, records, made_at, uploaded_at }];
}

/** The backups of a user, oldest first: at most 36, and an older one. */
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

/** What the store has of a day; null for nothing. */
export async function storedBackup(objects: R2Bucket, { userRef, day }: BackupName): Promise<StoredBackup | null> {
  const object = await objects.head(objectKey(userRef, day));
  return (object && backupOf(object)[0]) ?? null;
}

/** The bytes of a backup as stored; null when the store does not have it. */
export async function fetchBackup({ objects }: Pick<JobContext, "objects">, { userRef, day }: BackupName) {
  const object = await objects.get(objectKey(userRef, day));
  return object && new Uint8Array(await object.arrayBuffer());
}

/** Size of an upload's parts. R2 requires equal parts of at least this size; the last may be smaller. */
const PART_BYTES = 5 * 1024 * 1024;

/**
 * Opens the upload of an object that is written piece by piece, with at most one part in memory. The object exists once
 * the upload is finished, and not before.
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
        // Only when more bytes follow, so that `finish` always has a last part to send.
        if (filled === PART_BYTES) await sendPart();
        const some = bytes.subarray(taken, taken + PART_BYTES - filled);
        part.set(some, filled);
        filled += some.length;
        taken += some.length;
      }
    },

    /** @returns the size of the object in bytes */
    async finish(): Promise<number> {
      if (upload) await (await sendPart()).complete(sent);
      else await objects.put(key, part.subarray(0, filled), { customMetadata });
      return total;
    },

    /** R2 itself removes the parts of an upload that is not aborted, after a week. */
    async abort(): Promise<void> {
      await upload?.abort();
    },
  };
}

/** Those of these users whose account was deleted. */
export async function deletedAmong(db: Database, refs: readonly string[]): Promise<Set<string>> {
  if (refs.length === 0) return new Set();
  const lines = new Map(await Promise.all(refs.map(async (ref) => [await deletionRef(ref), ref] as const)));
  const found = await db
    .select({ line: audit.unique_ref })
    .from(audit)
    .where(sql`${inArray(audit.unique_ref, listed([...lines.keys()]))} AND ${eq(audit.action, "account-deleted")}`);
  return new Set(found.map(({ line }) => lines.get(line) as string));
}

/** Expression: a list as the right side of `IN`, as one parameter however long it is. */
export function listed(refs: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(refs)}))`;
}

/** Statements that add rows for backups in the store that the table `backups` does not have. */
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
