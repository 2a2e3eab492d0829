import { and, eq, not, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { DIARY_PARTS, type PartName } from "./cascade.server";
import { changedRows, changes, diaries } from "./tables.server";
import { openChangeNumber, type Writer } from "./write-rows.server";

/** The version of rows that no change wrote, such as those of the local world. */
export const INITIAL_VERSION = 1;

/** Column whose NOT NULL constraint fails when a condition of the change does not hold: for `isRefused`. */
export const NOT_OPENED = "diaries.last_change";

/** Column whose NOT NULL constraint fails when a change left every row as it was: see `refuseNothing`. */
export const NOTHING_CHANGED = "changes.message";

/** A row, and the version in which the user saw it. */
export interface SeenRow {
  part: PartName;
  ref: string;
  version: number;
}

/** What must hold when a change is opened. */
export interface Conditions {
  /**
   * All of them must still have the versions that were seen, or nothing changes. Must include every row that is changed
   * or deleted.
   */
  seen?: readonly SeenRow[];
  /** Further conditions, or nothing changes. `refused` names the one that did not hold by its key. */
  guards?: Readonly<Record<string, SQL>>;
  /**
   * Number of a change that began in an earlier batch, as a long import does, and that this batch continues; "changed
   * since" once it was undone.
   */
  continues?: number;
}

/**
 * The statement that begins a change in a batch, before its rows: gives the change its number. It fails, and the batch
 * with it, if a seen version, a guard or the continued change no longer holds.
 */
export function openChange({ db, userId }: Writer, conditions: Conditions) {
  const { continues } = conditions;
  const last = lastChange(userId);
  const newest = continues === undefined ? sql`coalesce(${last}, ${INITIAL_VERSION}) + 1` : last;
  const opened = sql`excluded.last_change`;
  return db
    .insert(diaries)
    .values({
      user_id: userId,
      last_change: ifAllHold(userId, conditions, newest),
      open_change: INITIAL_VERSION + 1,
    })
    .onConflictDoUpdate({
      target: diaries.user_id,
      set: { last_change: opened, open_change: continues === undefined ? opened : sql`${continues}` },
    })
    .returning({ number: sql<number>`open_change` });
}

/** Statement: fails as `openChange` does, and opens no change, for a batch that writes no rows of the diary. */
export function requireConditions({ db, userId }: Writer, conditions: Conditions) {
  const last = sql`coalesce(${lastChange(userId)}, ${INITIAL_VERSION})`;
  return db
    .insert(diaries)
    .values({ user_id: userId, last_change: ifAllHold(userId, conditions, last) })
    .onConflictDoUpdate({ target: diaries.user_id, set: { last_change: sql`excluded.last_change` } });
}

function lastChange(userId: number): SQL {
  return sql`(SELECT ${diaries.last_change} FROM ${diaries} WHERE ${diaries.user_id} = ${userId})`;
}

/** Expression: `number`, or NULL, which its column refuses, if a condition does not hold. */
function ifAllHold(userId: number, { seen = [], guards = {}, continues }: Conditions, number: SQL): SQL {
  const goesOn = continues === undefined ? [] : [isOpen(userId, continues)];
  const holds = sql.join(
    [sql`TRUE`, ...goesOn, ...seenConditions(userId, seen), ...Object.values(guards).map((guard) => sql`(${guard})`)],
    sql` AND `,
  );
  return sql`CASE WHEN ${holds} THEN ${number} END`;
}

/** Statement after the rows of a change: fails, and the batch with it, if all of them are as they were. */
export function refuseNothing({ db, userId }: Writer) {
  const number = openChangeNumber(userId);
  return db
    .update(changes)
    .set({ message: sql`NULL` })
    .where(and(eq(changes.user_id, userId), eq(changes.number, number), not(changedRowsOf(userId, number))));
}

/**
 * Last statement of a batch: the triggers stop recording. It returns whether the change can be undone.
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

/** Condition: a change made, changed or deleted a row; a save without a change only gives its row a new version. */
export function changedRowsOf(userId: number, number: SQLWrapper): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM ${changedRows} AS did WHERE did.user_id = ${userId} AND did.number = ${number}
    AND NOT did.only_moved)`;
}

function isOpen(userId: number, number: number): SQL {
  return sql`EXISTS (SELECT 1 FROM ${changes} WHERE ${changes.user_id} = ${userId} AND ${changes.number} = ${number}
    AND ${changes.undone_by} IS NULL)`;
}

export function seenConditions(userId: number, seen: readonly SeenRow[]): SQL[] {
  return DIARY_PARTS.flatMap(({ name, table }) => {
    const rows = seen.filter(({ part }) => part === name).map(({ ref, version }) => [ref, version]);
    if (rows.length === 0) return [];
    return sql`(SELECT count(*) FROM json_each(${JSON.stringify(rows)}) AS seen CROSS JOIN ${table} AS row
      ON row.user_id = ${userId} AND row.unique_ref = seen.value ->> 0 AND row.version = seen.value ->> 1) = ${rows.length}`;
  });
}
