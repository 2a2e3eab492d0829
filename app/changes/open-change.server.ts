import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { assertThat } from "~/platform/db/assertions.server";
import type { Database } from "~/platform/db/database.server";
import { DIARY_PARTS, type PartName } from "./parts.server";
import { changedRows, changes, diaries, openChangeNumber } from "./table.server";
import type { Writer } from "./write-rows.server";

/** The version of rows that no change wrote, such as those of the local world. */
export const INITIAL_VERSION = 1;

/** The names of what a change asserts, beside its guards. */
export const GONE = "gone";
export const CHANGED_SINCE = "changed since";
export const NOTHING_CHANGED = "nothing changed";

/** A row, and the version in which the user saw it. */
export interface SeenRow {
  part: PartName;
  ref: string;
  version: number;
}

/** What must hold when a change is opened, and before it is closed. */
export interface Conditions {
  /**
   * All of them must still have the versions that were seen, or nothing changes. Must include every row that is changed
   * or deleted.
   */
  seen?: readonly SeenRow[];
  /** Further conditions, or nothing changes. `refused` names the one that did not hold by its key. */
  guards?: Readonly<Record<string, SQL>>;
  /** The same of what the change leaves, whose rows have `openChangeNumber`. */
  after?: Readonly<Record<string, SQL>>;
  /**
   * Number of a change that began in an earlier batch, as a long import does, and that this batch continues; "changed
   * since" once it was undone.
   */
  continues?: number;
}

/**
 * The statement that begins a change in a batch, before its rows and after `assertConditions`: gives the change its number.
 * @param continues number of the change, if it began in an earlier batch
 */
export function openChange({ db, userId }: Writer, continues?: number) {
  const last = sql`coalesce(${lastChange(userId)}, ${INITIAL_VERSION})`;
  const opened = sql`excluded.last_change`;
  return db
    .insert(diaries)
    .values({
      user_id: userId,
      last_change: continues === undefined ? sql`${last} + 1` : last,
      open_change: INITIAL_VERSION + 1,
    })
    .onConflictDoUpdate({
      target: diaries.user_id,
      set: { last_change: opened, open_change: continues === undefined ? opened : sql`${continues}` },
    })
    .returning({ number: sql<number>`open_change` });
}

export function lastChange(userId: number): SQL {
  return sql`(SELECT ${diaries.last_change} FROM ${diaries} WHERE ${diaries.user_id} = ${userId})`;
}

/**
 * Fails the batch by name if a seen version, the continued change or a guard does not hold. Guards are named by their keys.
 * @returns one statement, or none where nothing is asked
 */
export function assertConditions({ db, userId }: Writer, { seen = [], guards = {}, continues }: Conditions) {
  const goesOn = continues === undefined ? [] : [[CHANGED_SINCE, isOpen(userId, continues)] as const];
  const rows = seenRows(userId, seen);
  const isThere = sql.join([sql`TRUE`, ...rows.map(({ isThere }) => isThere)], sql` AND `);
  const isAtVersion = sql.join([sql`TRUE`, ...rows.map(({ isAtVersion }) => isAtVersion)], sql` AND `);
  const asSeen = [sql`CASE WHEN ${isThere} THEN ${CHANGED_SINCE} ELSE ${GONE} END`, isAtVersion] as const;
  const all = [...(rows.length > 0 ? [asSeen] : []), ...goesOn, ...Object.entries(guards)];
  return all.length === 0 ? [] : [assertThat(db, ...all)];
}

/** Statement after the rows of a change: fails, and the batch with it, if all of them are as they were. */
export function refuseNothing({ db, userId }: Writer) {
  return assertThat(db, [NOTHING_CHANGED, changedRowsOf(userId, openChangeNumber(userId))]);
}

/**
 * Last statement of a batch. It returns whether the change can be undone.
 * @param continues number of the change, if it began in an earlier batch
 */
export function closeChange({ db, userId }: Writer, continues?: number) {
  const number = continues === undefined ? sql`${diaries.last_change}` : sql`${continues}`;
  return db
    .update(diaries)
    .set({ open_change: null })
    .where(eq(diaries.user_id, userId))
    .returning({ isUndoable: changedRowsOf(userId, number).mapWith(Boolean) });
}

/** Statement after the rows of a change that cannot be undone. */
export function forgetChange({ db, userId }: Writer) {
  return db.delete(changes).where(and(eq(changes.user_id, userId), eq(changes.number, openChangeNumber(userId))));
}

/** Condition: a change made, changed or deleted a row; a save without a change only gives its row a new version. */
export function changedRowsOf(userId: number, number: SQLWrapper): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM ${changedRows} AS did WHERE did.user_id = ${userId} AND did.number = ${number}
    AND NOT did.only_moved)`;
}

function isOpen(userId: number, number: number): SQL {
  return sql`EXISTS (SELECT 1 FROM ${changes} WHERE ${changes.user_id} = ${userId} AND ${changes.number} = ${number}
    AND ${changes.undone_by} IS NULL)`;
}

function seenRows(userId: number, seen: readonly SeenRow[]): { isThere: SQL; isAtVersion: SQL }[] {
  return DIARY_PARTS.flatMap(({ name, table }) => {
    const rows = seen.filter(({ part }) => part === name).map(({ ref, version }) => [ref, version]);
    if (rows.length === 0) return [];
    const found = sql`json_each(${JSON.stringify(rows)}) AS seen CROSS JOIN ${table} AS row
      ON row.user_id = ${userId} AND row.unique_ref = seen.value ->> 0`;
    return {
      isThere: sql`(SELECT count(*) FROM ${found}) = ${rows.length}`,
      isAtVersion: sql`(SELECT count(*) FROM ${found} AND row.version = seen.value ->> 1) = ${rows.length}`,
    };
  });
}

/**
 * Statement that takes the next change number without making a change. It goes before the rows of a file or a backup in
 * their batch, which get the number as their version: then no open form saves over them, and no change takes them for
 * rows that it left.
 * @param userId SQL for a user who is restored in that batch
 */
export function skipChangeNumber(db: Database, userId: number | SQL) {
  return db
    .insert(diaries)
    .values({ user_id: sql`${userId}`, last_change: INITIAL_VERSION + 1 })
    .onConflictDoUpdate({ target: diaries.user_id, set: { last_change: sql`${diaries.last_change} + 1` } });
}

/** Expression: the number that `skipChangeNumber` took. */
export function skippedChangeNumber(userId: number | SQL): SQL<number> {
  return sql`(SELECT ${diaries.last_change} FROM ${diaries} WHERE ${diaries.user_id} = ${userId})`;
}

/** Whether a column holds change numbers, as `version` of the diary's tables does. */
export function isVersionOfPart(column: SQLiteColumn): boolean {
  return DIARY_PARTS.some(({ table }) => table.version === column);
}

/**
 * Statement for the batch that replaces a diary, or deletes a part of it for good: no undo restores what was there
 * before.
 */
export function deleteChanges(db: Database, userId: number | SQL) {
  return db.delete(changes).where(sql`${changes.user_id} = ${userId}`);
}
