import type { JobContext } from "~/platform/context";
import { DAY_MS } from "~/platform/time/durations";
import { deletionRef } from "../deletion/deleted-users.server";
import { objectPrefix } from "../table.server";

/** Whether a store refuses to delete or to replace an object, as its rule of so many days says. */
export function isLocked(uploadedAt: number, lockedDays: number, now: number): boolean {
  return lockedDays > 0 && now < uploadedAt + lockedDays * DAY_MS;
}

/** Yields what a store lists, a page at a time. */
export async function* pagesOf(
  store: Pick<R2Bucket, "list">,
  { startAfter, ...options }: R2ListOptions,
): AsyncGenerator<R2Object[]> {
  for (let from: R2ListOptions = startAfter ? { startAfter } : {}; ; ) {
    const page = await store.list({ ...options, ...from });
    yield page.objects;
    if (!page.truncated) return;
    from = { cursor: page.cursor };
  }
}

/**
 * Deletes the backups of a user, but for those that the store has locked: the daily look through the store deletes them
 * when it may.
 * @returns whether any are left
 */
export async function removeObjects(
  { objects, lockedDays, now }: Pick<JobContext, "objects" | "lockedDays" | "now">,
  userRef: string,
): Promise<boolean> {
  let areLeft = false;
  for await (const page of pagesOf(objects, { prefix: objectPrefix(userRef) })) {
    const free = page.filter(({ uploaded }) => !isLocked(uploaded.getTime(), lockedDays, now));
    if (free.length > 0) await objects.delete(free.map(({ key }) => key));
    areLeft ||= free.length < page.length;
  }
  return areLeft;
}

/**
 * Notes in a store that an account was deleted, where a lock keeps some of its backups: a database that is lost takes its
 * own record of that along. The note names nobody.
 */
export async function noteDeletion(store: Pick<R2Bucket, "put">, userRef: string): Promise<void> {
  await store.put(await noteKey(userRef), new Uint8Array());
}

export async function hasDeletionNote(store: Pick<R2Bucket, "head">, userRef: string): Promise<boolean> {
  return (await store.head(await noteKey(userRef))) !== null;
}

/** Those of these users of whose deletion the store has a note. */
export async function notedAmong(store: Pick<R2Bucket, "list">, refs: readonly string[]): Promise<string[]> {
  const notes = new Set<string>();
  for await (const page of pagesOf(store, { prefix: NOTES })) for (const { key } of page) notes.add(key);
  const keys = await Promise.all(refs.map(noteKey));
  return refs.filter((_, at) => notes.has(keys[at] as string));
}

const NOTES = "deleted/";

async function noteKey(userRef: string): Promise<string> {
  return `${NOTES}${await deletionRef(userRef)}`;
}
