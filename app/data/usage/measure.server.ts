import { eq, type SQL, sql } from "drizzle-orm";
import type { SignedInUser } from "~/account/login/logins.server";
import { TABLES, type TableName } from "~/data/catalogue.server";
import type { Database } from "~/platform/db/database.server";
import { formatNumber } from "~/platform/time/counted";

export interface Amount {
  rows: number;
  bytes: number;
}

export interface Usage extends Amount {
  /** Null before the first count. */
  counted_at: number | null;
  /** Rows changed since then: at most that many were added. */
  changes: number;
}

/**
 * What one account may hold. Forty years of work, with 60,000 cases, their options and their notes, take some 500,000
 * rows and 200 MB; the database holds 10 GB.
 */
const FULL_QUOTA: Amount = { rows: 1_000_000, bytes: 500_000_000 };
/** Quota until the address is confirmed: some four years of work. */
const UNCONFIRMED_QUOTA: Amount = { rows: 50_000, bytes: 50_000_000 };

/** Most bytes that a change of one row can add: three texts of 10,000 characters and less, encrypted. */
const MAX_BYTES_PER_CHANGE = 100_000;
/**
 * Least milliseconds between two counts, for each row. Counting reads every row, and D1 charges for rows read: a
 * million rows are counted once a minute at most.
 */
const RECOUNT_MS_PER_ROW = 0.06;

export function quotaOf(isConfirmed: boolean): Amount {
  return isConfirmed ? FULL_QUOTA : UNCONFIRMED_QUOTA;
}

/** Whether the account must be counted before it may grow: it never was, or it might have reached its quota since. */
export function isDue({ rows, bytes, changes, counted_at }: Usage, quota: Amount, now: number): boolean {
  if (counted_at === null) return true;
  if (changes === 0 || now - counted_at < rows * RECOUNT_MS_PER_ROW) return false;
  return rows + changes >= quota.rows || bytes + changes * MAX_BYTES_PER_CHANGE >= quota.bytes;
}

export function isFull({ rows, bytes }: Amount, quota: Amount): boolean {
  return rows >= quota.rows || bytes >= quota.bytes;
}

/** The message in place of a save. */
export function formatFull(quota: Amount, isConfirmed: boolean): string {
  const most = `${formatNumber(quota.rows)} rows or ${quota.bytes / 1_000_000} MB`;
  return isConfirmed
    ? `Nothing was saved: your account is full, with ${most}. Delete what you no longer need, then save again`
    : `Nothing was saved: until you confirm your email address your account holds ${most} at most. Confirm it under Manage Email, then save again`;
}

/** Every table that requests of an account can make longer. */
export const MEASURED = TABLES.flatMap(({ name, table, owner, usage }) =>
  typeof usage === "string" || typeof owner === "string" ? [] : [{ ...usage, name, table, owner }],
);

/**
 * Statement: how many rows each table has, and how long their texts are. For a page's batch; `amountOf` adds them up.
 */
export function measured(db: Database, user: Pick<SignedInUser, "id" | "unique_ref">) {
  const columns = MEASURED.map(({ name, table, owner, text, where }) => {
    const length = text === undefined ? sql`0` : sql`total(octet_length(${text}))`;
    const own = where ? where(user.unique_ref) : eq(owner, owner.dataType === "number" ? user.id : user.unique_ref);
    const both = sql<string>`(SELECT json_array(count(*), ${length}) FROM ${table} WHERE ${own})`;
    return [name, both.as(`of_${name}`)] as const;
  });
  // One row for all.
  return db.select(Object.fromEntries<SQL.Aliased<string>>(columns)).from(sql`(SELECT 1)`);
}

type Row = Readonly<Record<string, string>>;

/** Adds up the answer of `measured`. */
export function amountOf(found: Row | undefined): Amount {
  const amounts = MEASURED.map(({ name, bytes }) => {
    const [rows, length] = countIn(found, name);
    return { rows, bytes: rows * bytes + length };
  });
  return {
    rows: amounts.reduce((sum, { rows }) => sum + rows, 0),
    bytes: Math.round(amounts.reduce((sum, { bytes }) => sum + bytes, 0)),
  };
}

export function rowsIn(found: Row | undefined, table: TableName): number {
  return countIn(found, table)[0];
}

function countIn(found: Row | undefined, table: TableName): [rows: number, length: number] {
  return JSON.parse(found?.[table] ?? "[0,0]");
}
