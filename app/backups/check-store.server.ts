import { inArray } from "drizzle-orm";
import { isLocked } from "~/account/backups/objects.server";
import { notedAmong } from "~/account/deletion/deletion-notes.server";
import { moves } from "~/account/moves/table.server";
import { objectKey, objectPrefix, users } from "~/account/table.server";
import type { JobContext } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { logError } from "~/platform/http/log";
import { addDays, londonToday } from "~/platform/time/london";
import { KEPT_DAYS } from "./daily.server";
import { deletedAmong, listBackups, listed, rowsToInsert, type StoredBackup, storedBackups } from "./stored.server";

/**
 * Pages of the listing, of a thousand backups each, that one job goes through. Each takes some four statements, of the
 * thousand that D1 answers in one invocation, and a listing of another store for each moved user whose backups are left.
 */
const PAGES_A_JOB = 50;

/**
 * For the queue, once a day: deletes backups of deleted accounts that are left because the store had locked them or their
 * removal failed, and adds missing rows for backups of existing users, so that they are deleted in time. A user who does not exist, and whose
 * deletion is not on record, may have been lost with the database: these backups are not touched. Backups of users who live
 * in another region now are those that a lock kept when they were moved, or that the store there did not take: these stay
 * until it has them.
 * @param from reference of the user to begin at, "" for the first. A store that is longer than one job is gone on with by
 * a message that names the last user
 */
export async function checkStore(app: Checking & Pick<JobContext, "jobs">, from: string) {
  let [pages, last] = [0, from];
  for await (const page of listBackups(app.objects, "users/", from === "" ? "" : objectPrefix(from))) {
    if (pages === PAGES_A_JOB) {
      // Nobody has so many backups: the next job would begin where this one did.
      if (last === from) throw new Error("The listing of the store does not come to another user");
      return app.jobs.send({ kind: "check-store", ref: last });
    }
    await checkPage(app, page);
    pages += 1;
    last = page.at(-1)?.userRef ?? last;
  }
}

type Checking = Pick<JobContext, "db" | "objects" | "lockedDays" | "now" | "site" | "otherRegion">;

async function checkPage(app: Checking, page: readonly StoredBackup[]): Promise<void> {
  const { db, objects, lockedDays, now } = app;
  const refs = [...new Set(page.map(({ userRef }) => userRef))];
  const there = await usersAmong(db, refs);
  const { deleted, moved } = await awayAmong(
    app,
    refs.filter((ref) => !there.has(ref)),
  );
  const free = page.filter((each) => !isLocked(each.uploaded_at, lockedDays, now));
  await deleteBackups(
    objects,
    free.filter(({ userRef }) => deleted.has(userRef)),
  );
  for (const [ref, store] of moved) {
    const theirs = free.filter(({ userRef }) => userRef === ref);
    // Another region's store that is away must not end the look through this one: theirs wait for tomorrow.
    const there = theirs.length > 0 ? await storedBackups(store, ref).catch(logError) : undefined;
    if (there) await deleteBackups(objects, notNeeded(theirs, there, now));
  }
  const known = page.filter(({ userRef }) => there.has(userRef));
  for (const statement of rowsToInsert(db, known, now)) await statement;
}

async function deleteBackups(objects: R2Bucket, backups: readonly StoredBackup[]): Promise<void> {
  if (backups.length > 0) await objects.delete(backups.map(({ userRef, day }) => objectKey(userRef, day)));
}

/** Backups that another store has, too, or has an old enough one in place of, as `dropOldBackups` would see it. */
function notNeeded(here: readonly StoredBackup[], there: readonly StoredBackup[], now: number): StoredBackup[] {
  const before = addDays(londonToday(now), -KEPT_DAYS);
  return here.filter(({ day }) => there.some((each) => each.day === day || (each.day > day && each.day <= before)));
}

/** Of users who are not here: those who deleted their account, here or elsewhere, and the stores of those who were moved. */
async function awayAmong(app: Checking, refs: readonly string[]) {
  const [deleted, moved] = [new Set<string>(), new Map<string, R2Bucket>()];
  if (refs.length === 0) return { deleted, moved };
  const { db, objects, lockedDays, site, otherRegion } = app;
  for (const ref of await deletedAmong(db, refs)) deleted.add(ref);
  if (lockedDays > 0) for (const ref of await notedAmong(objects, refs)) deleted.add(ref);
  const coming = await db
    .select({ ref: moves.user_ref })
    .from(moves)
    .where(inArray(moves.user_ref, listed(refs)));
  const onTheWay = new Set(coming.map(({ ref }) => ref));
  const others = refs.filter((ref) => !deleted.has(ref) && !onTheWay.has(ref));
  for (const { code } of site.places) {
    const other = code === db.region ? null : otherRegion(code);
    if (!other || others.length === 0) continue;
    for (const ref of await usersAmong(other.db, others)) moved.set(ref, other.objects);
    for (const ref of await deletedAmong(other.db, others)) deleted.add(ref);
  }
  return { deleted, moved };
}

async function usersAmong(db: Database, refs: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ ref: users.unique_ref })
    .from(users)
    .where(inArray(users.unique_ref, listed(refs)));
  return new Set(found.map(({ ref }) => ref));
}
