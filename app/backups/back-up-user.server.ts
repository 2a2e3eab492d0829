import { and, eq, lte, sql } from "drizzle-orm";
import { backups, backupsDue, objectKey } from "~/accounts/backups/table.server";
import type { Database } from "~/db/database.server";
import { logError } from "~/http/error-log";
import type { JobWorld } from "~/http/jobs";
import { type BackupName, sealLines } from "./object.server";
import { lastChange, rowsOf } from "./read-rows.server";

const MINUTE_MS = 60 * 1000;
/** Nobody else tries while one is at work: longer than the queue lets a job run. */
const LEASE_MS = 20 * MINUTE_MS;
/** Before the second, third and fourth try. After that it has failed, and the next night tries again. */
const RETRY_MINUTES = [5, 30, 120] as const;
export const MOST_TRIES = RETRY_MINUTES.length + 1;
/** Somebody who saved something as lately as this may have more on its way. */
const QUIET_MS = 5 * MINUTE_MS;
const LATER_MS = 10 * MINUTE_MS;
/** Whoever works all night is backed up all the same, and again the next night. */
const WAITS_AT_MOST_MS = 6 * 60 * MINUTE_MS;

type BackupRow = typeof backups.$inferSelect;

/**
 * For the queue: reads all rows of a user, seals them and puts them into the store. What fails is put off, and said in
 * the row. A message too many does nothing: whoever comes second finds nothing that is due.
 */
export async function backUpUser(world: JobWorld, backupRef: string): Promise<void> {
  const { db, now } = world;
  const [row] = await db
    .update(backups)
    .set({ attempts: sql`${backups.attempts} + 1`, due_at: now + LEASE_MS, updated_at: now })
    .where(and(eq(backups.unique_ref, backupRef), eq(backups.state, "waiting"), lte(backups.due_at, now)))
    .returning();
  if (!row) return;
  try {
    const made = await makeBackup(world, row);
    if (made === "changing") await putOff(db, row, now);
  } catch (error) {
    logError(error);
    await countFailure(db, row, now);
  }
}

/** @returns "changing" where the rows may not have belonged together: somebody was at work. */
async function makeBackup(world: JobWorld, row: BackupRow): Promise<"made" | "changing"> {
  const { db, vault, objects, now } = world;
  const { user_ref: userRef, day } = row;
  const changedAt = await lastChange(db, userRef);
  const hasWaited = now - row.created_at > WAITS_AT_MOST_MS;
  const isQuiet = changedAt === null || changedAt <= now - QUIET_MS;
  if (!isQuiet && !hasWaited) return "changing";

  const counted = { rows: 0 };
  const lines = linesOf(world, { userRef, day }, counted);
  const parts = await sealLines(vault, { userRef, day }, lines);
  const isSteady = isQuiet && (await lastChange(db, userRef)) === changedAt;
  if (!isSteady && !hasWaited) return "changing";

  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  const metadata = { made_at: String(now), records: String(counted.rows) };
  await put(objects, objectKey(userRef, day), parts, bytes, metadata);
  const made = db
    .update(backups)
    .set({ state: "made", records: counted.rows, bytes, made_at: now, updated_at: now })
    .where(eq(backups.unique_ref, row.unique_ref))
    .returning({ unique_ref: backups.unique_ref });
  const unmark = db
    .delete(backupsDue)
    .where(and(eq(backupsDue.user_ref, userRef), sql`${isSteady} AND ${backupsDue.changed_at} IS ${changedAt}`));
  const [[kept]] = await db.batch([made, unmark]);
  // The account was deleted meanwhile, and its objects may have been before this one was there.
  if (!kept) await objects.delete(objectKey(userRef, day));
  return "made";
}

async function* linesOf({ db, now }: JobWorld, { userRef, day }: BackupName, counted: { rows: number }) {
  yield JSON.stringify({ daybook_backup: 1, user_ref: userRef, day, made_at: now });
  for await (const { table, row } of rowsOf(db, userRef)) {
    counted.rows += 1;
    yield `{"table":"${table}","row":${row}}`;
  }
  yield JSON.stringify({ rows: counted.rows });
}

/** As a stream of known length: joined, the parts would be in memory twice. */
async function put(
  objects: R2Bucket,
  key: string,
  parts: readonly Uint8Array[],
  bytes: number,
  customMetadata: Record<string, string>,
): Promise<void> {
  const { readable, writable } = new FixedLengthStream(bytes);
  const stored = objects.put(key, readable, { customMetadata });
  const writer = writable.getWriter();
  const written = (async () => {
    for (const part of parts) await writer.write(part);
    await writer.close();
  })();
  // What the store refuses ends the writing too: the store's own word is the one to tell.
  written.catch(() => {});
  await stored;
  await written;
}

/** Not counted as a try. */
async function putOff(db: Database, { unique_ref, attempts }: BackupRow, now: number): Promise<void> {
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
