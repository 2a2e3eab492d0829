import { objectKey, objectPrefix } from "~/account/backups/table.server";
import type { JobWorld } from "~/platform/context";
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
