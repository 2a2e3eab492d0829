import { eq, or } from "drizzle-orm";
import { auditLine } from "~/account/audit.server";
import { markForBackup } from "~/account/backups/due.server";
import { hasDeletionNote } from "~/account/deletion/deletion-notes.server";
import { usernameKey } from "~/account/rules";
import { users } from "~/account/table.server";
import { deleteChanges, skipChangeNumber } from "~/changes/open-change.server";
import { insertStaged, requireStaged, type StagedRow, withStaged } from "~/data/backup-import/stage.server";
import { rowOf } from "~/data/records/codec.server";
import { ROW_KINDS, type RowKind } from "~/data/records/kinds.server";
import { BackupFileError, readLines } from "~/data/records/lines.server";
import { idOf, isOwn } from "~/data/table-entry.server";
import type { JobContext } from "~/platform/context";
import { isTaken } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { decryptLines } from "./object.server";
import { deletedAmong, fetchBackup, rowsToInsert, type StoredBackup, storedBackups } from "./stored.server";

type RestoreContext = Pick<JobContext, "db" | "vault" | "objects" | "now">;

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
  const { db, vault, now, objects } = context;
  const { userRef } = backup;
  const stage = { db, cipher: vault.of(userRef), userId: null, now };
  const owner = { userId: idOf(userRef), userRef };
  try {
    return await withStaged(stage, backedUpRows({ vault, objects: from }, backup), async (stagingRef, rows) => {
      const [account] = await db.select({ ref: users.unique_ref }).from(users).where(eq(users.unique_ref, userRef));
      // Read only now: the user may have deleted the account while the rows were staged.
      if (!account && (await isDeleted(db, [from, objects], userRef))) throw new Error(DELETED);
      const part = account ? ("diary" as const) : ("all" as const);
      const kinds = ROW_KINDS.filter((each) => part === "all" || each.of === "diary");
      const back = (of: RowKind["of"]) =>
        kinds.filter((each) => each.of === of).map((kind) => insertStaged(db, stagingRef, kind, owner));
      await db.batch([
        requireStaged(db, stagingRef),
        deleteChanges(db, idOf(userRef)),
        ...kinds.toReversed().map((kind) => db.delete(kind.table).where(isOwn(kind.owner, userRef))),
        ...back("account"),
        skipChangeNumber(db, idOf(userRef)),
        ...back("diary"),
        ...rowsToInsert(db, await storedBackups(objects, userRef), now),
        markForBackup(db, userRef, now),
        auditLine(db, userRef, "restored-from-backup", now),
      ]);
      return { part, rows };
    });
  } catch (error) {
    const isNamesake = isTaken(error, "users.username_key") || isTaken(error, "users.email_key");
    throw isNamesake ? new Error(NAMES_TAKEN) : error;
  }
}

const KINDS = new Map<unknown, RowKind>(ROW_KINDS.map((kind) => [kind.name, kind]));

/** Yields the rows of a backup in the order of inserts. Throws unless it is complete, and the user's. */
export async function* backedUpRows(
  { vault, objects }: Pick<RestoreContext, "vault" | "objects">,
  backup: StoredBackup,
): AsyncGenerator<StagedRow> {
  const object = await fetchBackup({ objects }, backup);
  if (!object) throw new Error("The store has no such backup");
  const { userRef, day } = backup;
  const lines = readLines(decryptLines(vault, backup, object), ({ user_ref }) => {
    if (user_ref !== userRef) throw new BackupFileError(`This is no backup of ${userRef} of ${day}`);
  });
  for await (const { name, line, record } of lines) {
    const kind = KINDS.get(name);
    if (!kind) throw new BackupFileError(`The backup is of another version: it has a table ${name}`);
    yield { kind, line, ...rowOf(kind, record) };
  }
}

/** Username of the user in a backup; empty if it has none. */
export async function usernameInBackup(
  context: Pick<RestoreContext, "vault" | "objects">,
  backup: StoredBackup,
): Promise<string> {
  for await (const { kind, row } of backedUpRows(context, backup)) {
    if (kind.table === users) return String(row.username);
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
