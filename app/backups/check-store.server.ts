import { inArray } from "drizzle-orm";
import { isLocked } from "~/account/backups/objects.server";
import { notedAmong } from "~/account/deletion/deletion-notes.server";
import { objectKey, objectPrefix, users } from "~/account/table.server";
import type { JobContext } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { deletedAmong, listBackups, listed, rowsToInsert, type StoredBackup } from "./stored.server";

/**
 * Pages of the listing, of a thousand backups each, that one job goes through. Each takes some four statements, of the
 * thousand that D1 answers in one invocation.
 */
const PAGES_A_JOB = 50;

/**
 * For the queue, once a day: deletes backups of deleted accounts that are left because the store had locked them or their
 * removal failed, and adds missing rows for backups of existing users, so that they are deleted in time. A user who does not exist, and whose
 * deletion is not on record, may have been lost with the database: these backups are not touched.
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

type Checking = Pick<JobContext, "db" | "objects" | "lockedDays" | "now">;

async function checkPage(app: Checking, page: readonly StoredBackup[]): Promise<void> {
  const { db, objects, lockedDays, now } = app;
  const refs = [...new Set(page.map(({ userRef }) => userRef))];
  const there = await usersAmong(db, refs);
  const deleted = await goneAmong(
    app,
    refs.filter((ref) => !there.has(ref)),
  );
  const free = page.filter((each) => !isLocked(each.uploaded_at, lockedDays, now));
  await deleteBackups(
    objects,
    free.filter(({ userRef }) => deleted.has(userRef)),
  );
  const known = page.filter(({ userRef }) => there.has(userRef));
  for (const statement of rowsToInsert(db, known, now)) await statement;
}

async function deleteBackups(objects: R2Bucket, backups: readonly StoredBackup[]): Promise<void> {
  if (backups.length > 0) await objects.delete(backups.map(({ userRef, day }) => objectKey(userRef, day)));
}

/** Of users who are not here: those who deleted their account. */
async function goneAmong({ db, objects, lockedDays }: Checking, refs: readonly string[]): Promise<Set<string>> {
  if (refs.length === 0) return new Set();
  const noted = lockedDays > 0 ? await notedAmong(objects, refs) : [];
  return new Set([...(await deletedAmong(db, refs)), ...noted]);
}

async function usersAmong(db: Database, refs: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ ref: users.unique_ref })
    .from(users)
    .where(inArray(users.unique_ref, listed(refs)));
  return new Set(found.map(({ ref }) => ref));
}
