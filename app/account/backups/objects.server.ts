import type { JobContext } from "~/platform/context";
import { DAY_MS } from "~/platform/time/durations";
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
