import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** In place of a value: why there is none. */
type Why = string;

/** A table with rows of a diary. */
export type OwnTable = SQLiteTable & { user_id: SQLiteColumn };

/** What everything that goes over all tables does with one of them. */
export interface TableEntry {
  table: SQLiteTable;
  /** Whose a row is. */
  owner: SQLiteColumn | Why;
  /** True: a record kind of its own has its columns, see `data/export/fields.server.ts`. */
  exported: true | Why;
  backup: Backup | Why;
  /** Rows that go with their user's account. */
  deleted: ((userRef: string) => SQL) | Why;
  /** What stays of a user's rows, without their name. It is written before the others go. */
  unnamed?: readonly Unnamed[];
  /** The part of the diary that can be deleted alone with these rows in it: all of a user's, or those of `where`. */
  part?: { name: DiaryPart; where?: SQL };
  encrypted?: Encrypted;
  /** Columns of bytes that no key encrypts, or that no new key need encrypt anew. */
  otherBytes?: Readonly<Record<string, Why>>;
  /** A column with rows of other tables as JSON, their bytes as hex. */
  rowsAsJson?: SQLiteColumn;
  usage: Usage | Why;
}

/** Parts of a diary that are deleted by themselves. */
export type DiaryPart = "cases" | "imports";

export interface Backup {
  /** What one reads a user's rows by, some at a time: few rows have the same. */
  key: SQLiteColumn;
  /**
   * `account`: how somebody gets in, and what the account went through. A restore brings that back only where the
   * account is gone: a password, a factor or an address of a calendar that was given up since must stay so.
   */
  of: "account" | "diary";
}

interface Unnamed {
  set: Readonly<Record<string, string>>;
  where: (userRef: string) => SQL;
}

/** Text that the cipher encrypted, and the place that it is bound to. */
export interface Encrypted {
  column: SQLiteColumn;
  /** What `place` takes. */
  ref: SQLiteColumn;
  place: (ref: string) => string;
}

/** What a user's rows count to the size of an account. */
interface Usage {
  /** Near enough what a row takes beside its text, with its places in indexes. */
  bytes: number;
  /** The column that may be long. */
  text?: SQLiteColumn;
  /** Where they are not found by their owner. */
  where?: (userRef: string) => SQL;
}

type DiaryTable = OwnTable & { unique_ref: SQLiteColumn };
type AccountTable = SQLiteTable & { user_ref: SQLiteColumn; unique_ref: SQLiteColumn };

/** What a user makes: exported, backed up, deleted by its owner. */
export function diaryRows<Table extends DiaryTable>(table: Table) {
  return { ...rowsOf(table, table.user_id), exported: true as const, backup: backedUp("diary", table.unique_ref) };
}

/** How somebody gets in, and what an account went through: backed up, deleted by its owner, and in no export. */
export function accountRows(table: AccountTable) {
  return accountRow(table, table.user_ref, table.unique_ref);
}

/** As `accountRows`, of a table with one row a user. */
export function accountRow(table: SQLiteTable, owner: SQLiteColumn, key = owner) {
  const exported = "of the account, not of the diary: a file goes into any account";
  return { ...rowsOf(table, owner), exported, backup: backedUp("account", key) };
}

/** What serves for a while: neither exported nor backed up, for the same reason; deleted by its owner. */
export function passingRows(table: SQLiteTable & ({ user_id: SQLiteColumn } | { user_ref: SQLiteColumn }), why: Why) {
  const owner = "user_id" in table ? table.user_id : table.user_ref;
  return { ...rowsOf(table, owner), exported: why, backup: why };
}

/** Of no user. */
export function machineRows(table: SQLiteTable, why: Why) {
  return { table, owner: why, exported: why, backup: why, deleted: why, usage: why };
}

/** Of a column with the name that all such have. */
export function encrypted(table: DiaryTable & { text_encrypted: SQLiteColumn }, place: Encrypted["place"]) {
  return { encrypted: { column: table.text_encrypted, ref: table.unique_ref, place } };
}

/** What rows with one long text count. */
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
 * Rows of a user: those of an account carry `users.unique_ref`, those of a diary `users.id`.
 * @param owner the column that says whose a row is
 */
export function isOwn(owner: SQLiteColumn, userRef: string): SQL {
  return owner.dataType === "number" ? sql`${owner} = ${idOf(userRef)}` : eq(owner, userRef);
}

/** What the diary rows of a user carry, in a statement; NULL for nobody. */
export function idOf(userRef: string): SQL {
  return sql`(SELECT id FROM users WHERE unique_ref = ${userRef})`;
}
