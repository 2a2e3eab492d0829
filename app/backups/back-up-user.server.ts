import { and, eq, lte, sql } from "drizzle-orm";
import { MARKED_EVERY_MS } from "~/account/backups/due.server";
import { backups, objectKey, users } from "~/account/table.server";
import { ROW_KINDS } from "~/data/records/kinds.server";
import { endLine, headLine, recordLines } from "~/data/records/lines.server";
import { countRows, type Reader, type Snapshot, takeSnapshot } from "~/data/records/read-rows.server";
import type { JobContext } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { logError } from "~/platform/http/log";
import { MINUTE_MS } from "~/platform/time/durations";
import { type BackupName, encryptLines } from "./object.server";
import { openUpload, storedBackup } from "./stored.server";

/** Lease of a backup that is being made, longer than the queue lets a job run: no other job tries it meanwhile. */
const LEASE_MS = 20 * MINUTE_MS;
/**
 * Waits before the second, third and fourth try. After that the backup has failed, and the next night plans a new one.
 */
const RETRY_MINUTES = [5, 30, 120] as const;
export const MAX_TRIES = RETRY_MINUTES.length + 1;
/** A user who saved something within this time may be about to save more. */
const QUIET_MS = 5 * MINUTE_MS;
const LATER_MS = 10 * MINUTE_MS;
/** After this time a shorter pause suffices, for users who work all night. */
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS;
/**
 * The shortest pause after which a change is certain to show: a mark of a change is not renewed for a minute, and a
 * request of less than a minute leaves no second mark.
 */
const SHORT_QUIET_MS = 2 * MARKED_EVERY_MS;

type BackupRow = typeof backups.$inferSelect;

/**
 * For the queue: reads all rows of a user, encrypts them and puts them into the store. A failure is counted in the
 * backup's row, which is tried again later. A surplus message does nothing, since it finds no backup that is due.
 */
export async function backUpUser(app: JobContext, backupRef: string): Promise<void> {
  const { db, now } = app;
  const [row] = await db
    .update(backups)
    .set({ attempts: sql`${backups.attempts} + 1`, due_at: now + LEASE_MS, updated_at: now })
    .where(and(eq(backups.unique_ref, backupRef), eq(backups.state, "waiting"), lte(backups.due_at, now)))
    .returning();
  if (!row) return;
  try {
    const made = await makeBackup(app, row);
    if (made === "changing") await postpone(db, row, now);
  } catch (error) {
    logError(error);
    await countFailure(db, row, now);
  }
}

/**
 * Makes one backup. Rows that did not all exist at the same moment are never stored: they might not fit together in a
 * restore.
 * @returns "changing" when the user changed something meanwhile, or shortly before
 */
async function makeBackup(app: JobContext, row: BackupRow): Promise<"made" | "changing"> {
  const { db, vault, objects, now } = app;
  const { user_ref: userRef, day } = row;
  const quietMs = now - row.created_at > LONGEST_WAIT_MS ? SHORT_QUIET_MS : QUIET_MS;
  const changedAt = await lastChange(db, userRef);
  if (changedAt !== null && changedAt > now - quietMs) return "changing";

  const by = { db, userRef, cipher: vault.of(userRef) };
  const snapshot = await takeSnapshot(by, ROW_KINDS);
  const [records, counted] = [countRows(snapshot), { records: 0 }];
  const upload = openUpload(objects, objectKey(userRef, day), { made_at: String(now), records: String(records) });
  let made = { records, bytes: 0, made_at: now };
  try {
    const lines = linesOf(by, { userRef, day }, snapshot, counted, now);
    for await (const piece of encryptLines(vault, { userRef, day }, lines)) await upload.write(piece);
    const isSteady = counted.records === records && (await lastChange(db, userRef)) === changedAt;
    if (isSteady) made.bytes = await upload.finish();
    else await upload.abort();
    if (!isSteady) return "changing";
  } catch (error) {
    await upload.abort().catch(logError);
    // A try that died before it could say so has stored it already: what is locked is not replaced.
    const stored = await storedBackup(objects, { userRef, day });
    if (!stored) throw error;
    made = { records: stored.records ?? 0, bytes: stored.bytes, made_at: stored.made_at };
  }
  const say = db
    .update(backups)
    .set({ state: "made", ...made, updated_at: now })
    .where(eq(backups.unique_ref, row.unique_ref))
    .returning({ unique_ref: backups.unique_ref });
  const unmark = db
    .update(users)
    .set({ changed_at: null })
    .where(
      and(
        eq(users.unique_ref, userRef),
        sql`${users.changed_at} IS ${changedAt} AND ${users.changed_at} <= ${made.made_at}`,
      ),
    );
  const [[kept]] = await db.batch([say, unmark]);
  // The account was deleted meanwhile, perhaps with its objects before this one existed.
  if (!kept) await objects.delete(objectKey(userRef, day));
  return "made";
}

async function* linesOf(
  by: Reader,
  { userRef, day }: BackupName,
  snapshot: Snapshot,
  counted: { records: number },
  now: number,
) {
  yield headLine(now, { user_ref: userRef, day });
  for await (const lines of recordLines(by, snapshot)) {
    counted.records += lines.length;
    yield* lines;
  }
  yield endLine(counted.records);
}

/** When the user's rows last changed, according to the mark; null when they have not changed since the last backup. */
async function lastChange(db: Database, userRef: string): Promise<number | null> {
  const [mark] = await db.select({ changed_at: users.changed_at }).from(users).where(eq(users.unique_ref, userRef));
  return mark?.changed_at ?? null;
}

/** Puts a backup off without counting a try. */
async function postpone(db: Database, { unique_ref, attempts }: BackupRow, now: number): Promise<void> {
  await db
    .update(backups)
    .set({ attempts: attempts - 1, due_at: now + LATER_MS, updated_at: now })
    .where(eq(backups.unique_ref, unique_ref));
}

async function countFailure(db: Database, { unique_ref, attempts }: BackupRow, now: number): Promise<void> {
  const minutes = RETRY_MINUTES[attempts - 1];
  const next = minutes === undefined ? { state: "failed" as const } : { due_at: now + minutes * MINUTE_MS };
  await db
    .update(backups)
    .set({ ...next, updated_at: now })
    .where(eq(backups.unique_ref, unique_ref));
}
