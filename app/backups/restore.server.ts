import { eq, getTableColumns, getTableName, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { auditLine } from "~/account/audit.server";
import { markForBackup } from "~/account/backups/due.server";
import { hasDeletionNote } from "~/account/deletion/deletion-notes.server";
import { usernameKey } from "~/account/rules";
import { users } from "~/account/table.server";
import {
  deleteChanges,
  isVersionOfPart,
  skipChangeNumber,
  skippedChangeNumber,
} from "~/changes/unrecorded-writes.server";
import { requireStagedImport } from "~/data/backup-import/import-backup.server";
import { importStaging, stagedImports } from "~/data/backup-import/table.server";
import { type Backup, idOf, isOwn } from "~/data/table-entry.server";
import type { JobContext } from "~/platform/context";
import { isTaken, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { BACKUP_FORMAT, decryptLines } from "./object.server";
import { BACKED_UP } from "./read-rows.server";
import { deletedAmong, fetchBackup, rowsToInsert, type StoredBackup, storedBackups } from "./stored.server";

type RestoreContext = Pick<JobContext, "db" | "vault" | "objects" | "now">;

/** Characters of rows that are read before they are written. */
const LETTERS_AT_ONCE = 500_000;

const DELETED = "The account was deleted by its user, and stays so";
const NAMES_TAKEN = "Somebody else has the username or the address of the account by now";

/**
 * Whether the user deleted the account, by the database or by one of the stores: what is left of its backups is removed,
 * and it must not be restored. Copies elsewhere may be of before the deletion, or be all that is left.
 */
export async function isDeleted(
  db: Database,
  stores: readonly Pick<R2Bucket, "head">[],
  userRef: string,
): Promise<boolean> {
  if ((await deletedAmong(db, [userRef])).has(userRef)) return true;
  const noted = await Promise.all(stores.map((store) => hasDeletionNote(store, userRef)));
  return noted.includes(true);
}

/**
 * Restores a user's rows from a backup, in one batch: if anything fails, nothing is changed. Existing rows that the
 * backup does not hold are deleted. If the account exists, its credentials stay as they are.
 * @param from the store that has the backup, if it is not that of the settings
 * @returns `part`: what was restored, `diary` alone if the account exists, else `all`; `rows`: how many were read
 */
export async function restoreUser(context: RestoreContext, backup: StoredBackup, from = context.objects) {
  const { db, now, objects } = context;
  const { userRef } = backup;
  const staging = newRef();
  try {
    const rows = await stageRows({ ...context, objects: from }, backup, staging);
    const [account] = await db.select({ ref: users.unique_ref }).from(users).where(eq(users.unique_ref, userRef));
    // Read only now: the user may have deleted the account while the rows were staged.
    if (!account && (await isDeleted(db, [from, objects], userRef))) throw new Error(DELETED);
    const part = account ? ("diary" as const) : ("all" as const);
    const tables = BACKED_UP.filter((each) => part === "all" || each.of === "diary");
    const back = (of: Backup["of"]) =>
      tables.filter((each) => each.of === of).map(({ table }) => insertStaged(context, userRef, table, staging));
    await db.batch([
      requireStagedImport({ db, stagingRef: staging }),
      deleteChanges(db, idOf(userRef)),
      ...tables.toReversed().map(({ table, owner }) => db.delete(table).where(isOwn(owner, userRef))),
      ...back("account"),
      skipChangeNumber(db, idOf(userRef)),
      ...back("diary"),
      ...rowsToInsert(db, await storedBackups(objects, userRef), now),
      markForBackup(db, userRef, now),
      auditLine(db, userRef, "restored-from-backup", now),
    ]);
    return { part, rows };
  } catch (error) {
    const isNamesake = isTaken(error, "users.username_key") || isTaken(error, "users.email_key");
    throw isNamesake ? new Error(NAMES_TAKEN) : error;
  } finally {
    await db.batch([
      db.delete(importStaging).where(eq(importStaging.staging_ref, staging)),
      db.delete(stagedImports).where(eq(stagedImports.unique_ref, staging)),
    ]);
  }
}

/**
 * Stages the rows of a backup in `import_staging`, without an owner: deleting the user's rows must not delete them.
 * @returns how many there are
 */
async function stageRows(context: RestoreContext, backup: StoredBackup, staging: string) {
  const { db, now } = context;
  await db.insert(stagedImports).values({ unique_ref: staging, user_id: null, created_at: now, updated_at: now });
  const waiting: (typeof importStaging.$inferInsert)[] = [];
  let [line, letters] = [0, 0];
  const flush = async () => {
    for (const statement of insertRows(db, importStaging, waiting.splice(0))) await statement;
    letters = 0;
  };
  for await (const { table, row } of backedUpRows(context, backup)) {
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

/** Yields the rows of a backup in the order of inserts. Throws unless it is complete, and the user's. */
export async function* backedUpRows(context: Pick<RestoreContext, "vault" | "objects">, backup: StoredBackup) {
  const object = await fetchBackup(context, backup);
  if (!object) throw new Error("The store has no such backup");
  let [rows, announced]: [number, number | null] = [-1, null];
  for await (const line of decryptLines(context.vault, backup, object)) {
    const read = JSON.parse(line) as { table: string; row: Record<string, unknown>; rows?: number };
    rows += 1;
    if (rows === 0) checkHead(read, backup);
    else if (read.rows !== undefined) announced = read.rows;
    else if (KNOWN.has(read.table)) yield { table: read.table, row: read.row };
    else throw new Error(`The backup is of another version: it has a table ${read.table}`);
  }
  if (announced !== rows - 1) throw new Error("The backup has no end");
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

function insertStaged({ db }: RestoreContext, userRef: string, table: SQLiteTable, staging: string) {
  const values = Object.values(getTableColumns(table)).map((column) => stagedValue(column, userRef));
  const staged = sql`${importStaging.staging_ref} = ${staging} AND ${importStaging.kind} = ${getTableName(table)}`;
  return db.insert(table).select(sql`SELECT ${sql.join(values, sql`, `)} FROM ${importStaging} WHERE ${staged}`);
}

/**
 * Expression for a column of a staged row. A column that an old backup does not have gets its default. `users.id` is
 * valid in one database only: a user who is restored gets a new one.
 */
function stagedValue(column: SQLiteColumn, userRef: string): SQL {
  if (column === users.id) return sql`NULL`;
  if (column.name === "user_id") return idOf(userRef);
  if (isVersionOfPart(column)) return skippedChangeNumber(idOf(userRef));
  // It names a change that `deleteChanges` deletes.
  if (column === idempotencyKeys.change_number) return sql`NULL`;
  const value = sql`${importStaging.row} ->> ${sql.raw(`'$.${column.name}'`)}`;
  if (column.getSQLType() === "blob") return sql`unhex(${value})`;
  if (column.default === undefined) return value;
  return sql`coalesce(${value}, ${column.mapToDriverValue(column.default)})`;
}

/** Username of the user in a backup; empty if it has none. */
export async function usernameInBackup(
  context: Pick<RestoreContext, "vault" | "objects">,
  backup: StoredBackup,
): Promise<string> {
  for await (const { table, row } of backedUpRows(context, backup)) {
    if (table === getTableName(users)) return String(row.username);
  }
  return "";
}

/** Finds a user. @param named a username, in any case, or a reference */
export async function findUser(db: Database, named: string) {
  const [user] = await db
    .select({ unique_ref: users.unique_ref })
    .from(users)
    .where(or(eq(users.unique_ref, named), eq(users.username_key, usernameKey(named))));
  return user ?? null;
}
