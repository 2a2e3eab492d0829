import { eq, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { backups, objectKey } from "~/account/table.server";
import { backUpUser } from "~/backups/back-up-user.server";
import { planBackups } from "~/backups/daily.server";
import { type BackupName, encryptLines } from "~/backups/object.server";
import { DIARY_PARTS } from "~/changes/parts.server";
import { ROW_KINDS } from "~/data/records/kinds.server";
import { type Encrypted, isOwn } from "~/data/table-entry.server";
import type { JobContext } from "~/platform/context";
import type { Bytes } from "~/platform/crypto/vault.server";
import { fillAccount } from "../support/account";
import { db, jobContext, makeUser, NOW, vault } from "../support/harness";
import { makeWholeDiary } from "../support/valid-forms";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Three in the night after the day of all tests. */
export const NIGHT = NOW + 15 * 60 * 60 * 1000;
export const NIGHT_DAY = "2026-11-22";

export function nightAfter(nights: number): number {
  return NIGHT + nights * DAY_MS;
}

/** A user with rows in every table. */
export async function makeFullUser() {
  const user = await makeUser();
  const { params } = await makeWholeDiary(user);
  await fillAccount(user);
  return { user, userRef: user.unique_ref, params };
}

/**
 * What a backup holds of a user, by table, in an order that is always the same; but for the changes that left the rows
 * of a diary, and that made forms made, which are of before a restore, and the mark for the next backup.
 * @param id the number that their diary rows carried, where the account is gone
 */
export async function rowsOfUser(userRef: string, id?: number): Promise<Record<string, unknown[]>> {
  const tables = await Promise.all(
    ROW_KINDS.map(async ({ table, owner, encrypted }) => {
      const own = id !== undefined && owner.dataType === "number" ? eq(owner, id) : isOwn(owner, userRef);
      const isPart = DIARY_PARTS.some((part) => part.table === (table as SQLiteTable));
      const found: Record<string, unknown>[] = await db.select().from(table).where(own);
      const rows = found.map(async (row) =>
        JSON.stringify({
          ...row,
          ...(encrypted && { [encrypted.column.name]: await textOf(userRef, encrypted, row) }),
          ...(isPart && { version: 0 }),
          ...("change_number" in row && { change_number: null }),
          ...("changed_at" in row && { changed_at: null }),
        }),
      );
      return [getTableName(table), (await Promise.all(rows)).sort()] as const;
    }),
  );
  return Object.fromEntries(tables);
}

/** A restore encrypts anew: the same is what is written. */
function textOf(userRef: string, { column, ref, place }: Encrypted, row: Record<string, unknown>): Promise<string> {
  const blob = row[column.name] as Uint8Array | null;
  return vault.decrypt(userRef, place(String(row[ref.name])), blob).catch(() => String(blob));
}

/** What the daily cron plans, and the queue does for one user. @returns the row of their backup */
export async function backUp(userRef: string, more: Partial<JobContext> = {}) {
  const app = jobContext({ now: NIGHT, ...more });
  await planBackups(app);
  for (const { unique_ref, state } of await backupsOf(userRef)) {
    if (state === "waiting") await backUpUser(app, unique_ref);
  }
  return (await backupsOf(userRef)).at(-1);
}

export function backupsOf(userRef: string) {
  return db.select().from(backups).where(eq(backups.user_ref, userRef)).orderBy(backups.day);
}

export async function storedBytes(
  { objects }: JobContext,
  userRef: string,
  day = NIGHT_DAY,
): Promise<Uint8Array | null> {
  const object = await objects.get(objectKey(userRef, day));
  return object && new Uint8Array(await object.arrayBuffer());
}

/** The parts of an object that holds these lines: the length of each piece, and the piece. */
export async function text_encrypted(name: BackupName, lines: readonly string[]): Promise<Bytes[]> {
  const each = (async function* () {
    yield* lines;
  })();
  const pieces: Bytes[] = [];
  for await (const piece of encryptLines(vault, name, each)) pieces.push(piece);
  return pieces;
}
