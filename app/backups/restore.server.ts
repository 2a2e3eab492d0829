import { eq, getTableColumns, getTableName, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { auditLine } from "~/account/audit.server";
import { markForBackup } from "~/account/backups/due.server";
import { usernameKey } from "~/account/rules";
import { users } from "~/account/table.server";
import { stillWaiting } from "~/data/backup-import/import-backup.server";
import { importStaging, stagedImports } from "~/data/backup-import/table.server";
import { type Backup, idOf, isOwn } from "~/data/table-entry.server";
import { forgetChanges, isVersionOfPart, skipNumber, skippedNumber } from "~/diary/beside-changes.server";
import type { JobWorld } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { BACKUP_FORMAT, decryptLines } from "./object.server";
import { BACKED_UP } from "./read-rows.server";
import { deletedAmong, fetchBackup, rowsToInsert, type StoredBackup, storedBackups } from "./stored.server";

type RestoreWorld = Pick<JobWorld, "db" | "vault" | "objects" | "now">;

/** Of rows that are read before they are written. */
const LETTERS_AT_ONCE = 500_000;

const DELETED = "The account was deleted by its user, and stays so";

/** Whether somebody deleted their account: what is left of their backups goes, and nobody is to bring it back. */
export async function isDeleted(db: Database, userRef: string): Promise<boolean> {
  return (await deletedAmong(db, [userRef])).has(userRef);
}

/**
 * Puts a user's rows back as a backup holds them, in one batch: whatever goes wrong, all stays as it is. Rows of now
 * that the backup does not know go. Where the account is there, it keeps what opens it.
 * @returns which part was brought back: `diary` alone where the account is there, else all of it
 */
export async function restoreUser(world: RestoreWorld, backup: StoredBackup) {
  const { db, now, objects } = world;
  const { userRef } = backup;
  const staging = newRef();
  try {
    const rows = await stage(world, backup, staging);
    const [account] = await db.select({ ref: users.unique_ref }).from(users).where(eq(users.unique_ref, userRef));
    // Read as late as this: they may have deleted it while the rows came in.
    if (!account && (await isDeleted(db, userRef))) throw new Error(DELETED);
    const part = account ? ("diary" as const) : ("all" as const);
    const tables = BACKED_UP.filter((each) => part === "all" || each.of === "diary");
    const back = (of: Backup["of"]) =>
      tables.filter((each) => each.of === of).map(({ table }) => putBack(world, userRef, table, staging));
    await db.batch([
      stillWaiting({ db, stagingRef: staging }),
      forgetChanges(db, idOf(userRef)),
      ...tables.toReversed().map(({ table, owner }) => db.delete(table).where(isOwn(owner, userRef))),
      ...back("account"),
      skipNumber(db, idOf(userRef)),
      ...back("diary"),
      ...rowsToInsert(db, await storedBackups(objects, userRef), now),
      markForBackup(db, userRef, now),
      auditLine(db, userRef, "restored-from-backup", now),
    ]);
    return { part, rows };
  } finally {
    await db.batch([
      db.delete(importStaging).where(eq(importStaging.staging_ref, staging)),
      db.delete(stagedImports).where(eq(stagedImports.unique_ref, staging)),
    ]);
  }
}

/**
 * Brings the rows of a backup into the room of files that are on their way in, under nobody's name: what empties the
 * user's tables must not empty it. @returns how many
 */
async function stage(world: RestoreWorld, backup: StoredBackup, staging: string): Promise<number> {
  const { db, now } = world;
  await db.insert(stagedImports).values({ unique_ref: staging, user_id: null, created_at: now, updated_at: now });
  const waiting: (typeof importStaging.$inferInsert)[] = [];
  let [line, letters] = [0, 0];
  const flush = async () => {
    for (const statement of insertRows(db, importStaging, waiting.splice(0))) await statement;
    letters = 0;
  };
  for await (const { table, row } of backedUpRows(world, backup)) {
    line += 1;
    const text = JSON.stringify(row);
    waiting.push({ staging_ref: staging, user_id: null, kind: table, ref: String(line), line, row: text });
    letters += text.length;
    if (letters > LETTERS_AT_ONCE) await flush();
  }
  await flush();
  return line;
}

const KNOWN = new Set(BACKED_UP.map(({ table }) => getTableName(table)));

/** The rows of a backup in the order in which they go in. Throws unless it is whole, and the user's. */
export async function* backedUpRows(world: Pick<RestoreWorld, "vault" | "objects">, backup: StoredBackup) {
  const object = await fetchBackup(world, backup);
  if (!object) throw new Error("The store has no such backup");
  let [rows, said] = [-1, -1];
  for await (const line of decryptLines(world.vault, backup, object)) {
    const read = JSON.parse(line) as { table: string; row: Record<string, unknown>; rows?: number };
    rows += 1;
    if (rows === 0) checkHead(read, backup);
    else if (read.rows !== undefined) said = read.rows;
    else if (KNOWN.has(read.table)) yield { table: read.table, row: read.row };
    else throw new Error(`The backup is of another version: it has a table ${read.table}`);
  }
  if (said !== rows - 1) throw new Error("The backup has no end");
}

function checkHead(head: object, { userRef, day }: StoredBackup): void {
  const { daybook_backup, user_ref } = head as { daybook_backup?: number; user_ref?: string };
  if (typeof daybook_backup === "number" && daybook_backup !== BACKUP_FORMAT) {
    throw new Error(
      `The backup is of format ${daybook_backup}, and this Daybook restores format ${BACKUP_FORMAT} alone`,
    );
  }
  if (daybook_backup !== BACKUP_FORMAT || user_ref !== userRef)
    throw new Error(`This is no backup of ${userRef} of ${day}`);
}

function putBack({ db }: RestoreWorld, userRef: string, table: SQLiteTable, staging: string) {
  const values = Object.values(getTableColumns(table)).map((column) => stagedValue(column, userRef));
  const staged = sql`${importStaging.staging_ref} = ${staging} AND ${importStaging.kind} = ${getTableName(table)}`;
  return db.insert(table).select(sql`SELECT ${sql.join(values, sql`, `)} FROM ${importStaging} WHERE ${staged}`);
}

/**
 * A column that a backup of long ago does not know takes what new rows have. The number of a user is of one database
 * alone: a user who comes back gets a new one.
 */
function stagedValue(column: SQLiteColumn, userRef: string): SQL {
  if (column === users.id) return sql`NULL`;
  if (column.name === "user_id") return idOf(userRef);
  if (isVersionOfPart(column)) return skippedNumber(idOf(userRef));
  // Of a change that is forgotten.
  if (column === idempotencyKeys.change_number) return sql`NULL`;
  const value = sql`${importStaging.row} ->> ${sql.raw(`'$.${column.name}'`)}`;
  if (column.getSQLType() === "blob") return sql`unhex(${value})`;
  if (column.default === undefined) return value;
  return sql`coalesce(${value}, ${column.mapToDriverValue(column.default)})`;
}

/** The name that a backup knows its user by. */
export async function nameIn(world: Pick<RestoreWorld, "vault" | "objects">, backup: StoredBackup): Promise<string> {
  for await (const { table, row } of backedUpRows(world, backup)) {
    if (table === getTableName(users)) return String(row.username);
  }
  return "";
}

/** @param named a username, in any case, or a reference */
export async function findUser(db: Database, named: string) {
  const [user] = await db
    .select({ unique_ref: users.unique_ref })
    .from(users)
    .where(or(eq(users.unique_ref, named), eq(users.username_key, usernameKey(named))));
  return user ?? null;
}
