import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { users } from "~/account/table.server";
import { importStaging } from "~/data/backup-import/table.server";
import { outbox } from "~/mail/table.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";

/** In place of a value: the reason why there is none. */
type Why = string;

/** A table with rows of a diary. */
export type OwnTable = SQLiteTable & { user_id: SQLiteColumn };

/** One table's part in the operations that cover all tables. */
export interface TableEntry {
  table: SQLiteTable;
  /** Column that names the user of a row. */
  owner: SQLiteColumn | Why;
  /** True: a record kind describes its columns, see `data/records/fields.server.ts`. */
  exported: true | Why;
  backup: Backup | Why;
  /** Condition: the rows that are deleted with their user's account. */
  deleted: ((userRef: string) => SQL) | Why;
  /** Rows of a user that stay, without the user's name. They are updated before the others are deleted. */
  unnamed?: readonly Unnamed[];
  /** The separately deletable part of the diary that these rows belong to: all rows of a user, or those of `where`. */
  part?: { name: DiaryPart; where?: SQL };
  encrypted?: Encrypted;
  /** Blob columns that are not encrypted, or that a key rotation need not encrypt again. */
  otherBytes?: Readonly<Record<string, Why>>;
  /** Column that holds rows of other tables as JSON, their blobs as hex. */
  rowsAsJson?: SQLiteColumn;
  usage: Usage | Why;
}

/** Parts of a diary that can be deleted separately. */
export type DiaryPart = "cases" | "imports";

export interface Backup {
  /** Column by which a user's rows are read in chunks: few rows share a value. */
  key: SQLiteColumn;
  /**
   * `account`: credentials, and the history of the account. A restore brings them back only if the account is gone: a
   * password, a factor or an address of a calendar that was given up since must not return.
   */
  of: "account" | "diary";
}

interface Unnamed {
  set: Readonly<Record<string, string>>;
  where: (userRef: string) => SQL;
}

/** A column of encrypted text, and the place that the cipher binds it to. */
export interface Encrypted {
  column: SQLiteColumn;
  /** Column whose value `place` takes. */
  ref: SQLiteColumn;
  place: (ref: string) => string;
}

/** What a user's rows count towards the usage of an account. */
interface Usage {
  /** Approximate bytes of a row without its texts, its share of indexes included. */
  bytes: number;
  /** The column that may be long; its bytes are added. */
  text?: SQLiteColumn;
  /** Condition that finds the rows, if the owner's column does not. */
  where?: (userRef: string) => SQL;
}

type DiaryTable = OwnTable & { unique_ref: SQLiteColumn };
type AccountTable = SQLiteTable & { user_ref: SQLiteColumn; unique_ref: SQLiteColumn };

/** Entry of a diary's table: exported, backed up, deleted with its owner. */
export function diaryRows<Table extends DiaryTable>(table: Table) {
  return { ...rowsOf(table, table.user_id), exported: true as const, backup: backedUp("diary", table.unique_ref) };
}

/** Entry of an account's table, with credentials or history: backed up, deleted with its owner, and in no export. */
export function accountRows(table: AccountTable) {
  return accountRow(table, table.user_ref, table.unique_ref);
}

/** As `accountRows`, for a table with one row a user. */
export function accountRow(table: SQLiteTable, owner: SQLiteColumn, key = owner) {
  const exported = "of the account, not of the diary: a file goes into any account";
  return { ...rowsOf(table, owner), exported, backup: backedUp("account", key) };
}

/**
 * Entry of a table with temporary rows: neither exported nor backed up, for the same reason; deleted with its owner.
 */
export function temporaryRows(table: SQLiteTable & ({ user_id: SQLiteColumn } | { user_ref: SQLiteColumn }), why: Why) {
  const owner = "user_id" in table ? table.user_id : table.user_ref;
  return { ...rowsOf(table, owner), exported: why, backup: why };
}

/** Entry of a table whose rows belong to no user. */
export function systemRows(table: SQLiteTable, why: Why) {
  return { table, owner: why, exported: why, backup: why, deleted: why, usage: why };
}

/** The encrypted column of a table where it has the usual name, `text_encrypted`. */
export function encrypted(table: DiaryTable & { text_encrypted: SQLiteColumn }, place: Encrypted["place"]) {
  return { encrypted: { column: table.text_encrypted, ref: table.unique_ref, place } };
}

/** Usage of rows with one long text. */
export function withText(bytes: number, { text_encrypted }: { text_encrypted: SQLiteColumn }): Usage {
  return { bytes, text: text_encrypted };
}

export function backedUp(of: Backup["of"], key: SQLiteColumn): Backup {
  return { key, of };
}

export function rowsOf<Table extends SQLiteTable>(table: Table, owner: SQLiteColumn) {
  return { table, owner, deleted: (userRef: string) => isOwn(owner, userRef) };
}

/**
 * Condition: the rows of a user. Tables of an account hold `users.unique_ref`, those of a diary `users.id`.
 * @param owner column that names the user of a row
 */
export function isOwn(owner: SQLiteColumn, userRef: string): SQL {
  return owner.dataType === "number" ? sql`${owner} = ${idOf(userRef)}` : eq(owner, userRef);
}

/** Expression: `users.id` of a user, which diary rows hold; NULL for an unknown user. */
export function idOf(userRef: string): SQL {
  return sql`(SELECT id FROM users WHERE unique_ref = ${userRef})`;
}

// Conditions of the catalogue: rows that are of a user though none of their columns names the user.

/** Rows of a file that is on its way in. */
export function isInStagedImport(userRef: string): SQL {
  return sql`${importStaging.staging_ref} IN (SELECT unique_ref FROM staged_imports WHERE user_id = ${idOf(userRef)})`;
}

/** The key of the form that made the account. */
export function madeAccount(userRef: string): SQL {
  return sql`(${idempotencyKeys.user_id} = 0 AND ${idempotencyKeys.result_ref} = ${userRef})`;
}

/** Mails to the address of an account, sent before it was known whose it is. */
export function isSentTo(userRef: string): SQL {
  const address = sql`SELECT ${users.email_key} FROM ${users} WHERE ${users.unique_ref} = ${userRef}`;
  return sql`(${outbox.user_ref} = '' AND lower(${outbox.recipient}) IN (${address}))`;
}
