import { and, eq, getTableColumns, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { DIARY_PARTS, type DiaryPart, type PartName, partOf, partsBelongingTo } from "~/diary/cascade.server";
import { UNDO_WINDOW_MS } from "~/diary/changes.server";
import { keepLockedEntries } from "~/diary/locks/keep-locked.server";
import { closeChange, openChange } from "~/diary/open-change.server";
import { changedRows, changes } from "~/diary/tables.server";
import { openChangeNumber, type Writer } from "~/diary/write-rows.server";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { obstacleNamed, obstacles } from "./obstacles.server";
import { type Outcome, outcomeOf } from "./outcome.server";

type UndoOutcome =
  | { result: "undone"; number: number; outcome: Outcome[]; alongside: readonly unknown[] }
  /** A former row cannot be restored. */
  | { result: "obstructed"; message: string }
  | { result: "undone before" }
  | { result: "too late" }
  | { result: "not there" };

/**
 * Undoes a change in one batch: each row that is still as the change left it gets its former values and version. An
 * undo is a change, so it can be undone. It works alike for all changes, from `changed_rows` alone.
 * @param alongside statements that read what the undo did, whose number is `openChangeNumber`
 */
export async function undoChange(
  by: Writer,
  number: number,
  alongside: readonly BatchItem<"sqlite">[] = [],
): Promise<UndoOutcome> {
  const { db, userId, now } = by;
  const asked = and(eq(changes.user_id, userId), eq(changes.number, number));
  const exists = (where: SQL | undefined) => sql`EXISTS (SELECT 1 FROM ${changes} WHERE ${where})`;
  const own = openChangeNumber(userId);
  const holdNothing = DIARY_PARTS.filter(({ name }) => partsBelongingTo(name).length === 0);
  const away = (part: DiaryPart) => removeMadeRows(by, part, number);
  try {
    const results: unknown[] = await db.batch([
      assertThat(
        db,
        ["not there", exists(asked)],
        ["undone before", exists(and(asked, isNull(changes.undone_by)))],
        ["too late", exists(and(asked, gt(changes.occurred_at, now - UNDO_WINDOW_MS)))],
      ),
      assertThat(db, ...obstacles(userId, number)),
      openChange(by),
      db
        .insert(changes)
        .select(sql`SELECT user_id, ${own}, message, ${now}, number, NULL FROM ${changes} WHERE ${asked}`),
      // A fee that replaced another is deleted before that is restored; a session only after cases that were moved into
      // it have moved back.
      ...holdNothing.map(away),
      ...DIARY_PARTS.map((part) => restoreFormerRows(by, part, number)),
      ...DIARY_PARTS.map(away),
      ...bumpOwnerVersions(by),
      db.update(changes).set({ undone_by: own }).where(asked),
      // If the change was itself an undo, the change that it had undone is in effect again, and can be undone once
      // more.
      db
        .update(changes)
        .set({ undone_by: null })
        .where(and(eq(changes.user_id, userId), eq(changes.undone_by, number))),
      // Its forms may be sent again, since what they did is undone.
      db
        .delete(idempotencyKeys)
        .where(and(eq(idempotencyKeys.user_id, userId), eq(idempotencyKeys.change_number, number))),
      ...alongside,
      outcomeOf(db, userId, number),
      keepLockedEntries(by),
      closeChange(by),
    ]);
    const [opened] = results[2] as { number: number }[];
    const told = results.slice(-3 - alongside.length, -3);
    const outcome = results.at(-3) as Outcome[];
    return { result: "undone", number: opened?.number as number, outcome, alongside: told };
  } catch (error) {
    const failed = failedAssertion(error);
    if (failed === "not there" || failed === "undone before" || failed === "too late") return { result: failed };
    const message = obstacleNamed(failed);
    if (message === null) throw error;
    return { result: "obstructed", message };
  }
}

/** Rows of `changed_rows` for a part and a change as `kept`, each with the present row, `row`. */
function keptRows({ name, table }: DiaryPart, userId: number, number: number): SQL {
  return sql`${changedRows} AS kept LEFT JOIN ${table} AS row ON row.user_id = kept.user_id AND row.unique_ref = kept.unique_ref
    WHERE kept.user_id = ${userId} AND kept.number = ${number} AND kept.table_name = ${name}`;
}

/**
 * Statement: gives rows their former values, and inserts those that the change deleted. Rows that were changed since,
 * or got new rows that belong to them, stay as they are.
 */
function restoreFormerRows({ db, userId }: Writer, part: DiaryPart, number: number) {
  const { table, belongsTo, mayLose = [] } = part;
  const columns = Object.values(getTableColumns(table)) as SQLiteColumn[];
  const values = columns.map((column) => {
    const lost = mayLose.find((each) => each.column === column);
    if (!lost) return formerValue(column);
    return sql`(SELECT named.unique_ref FROM ${lost.table} AS named WHERE named.user_id = ${userId} AND named.unique_ref = ${formerValue(column)})`;
  });
  const belongs = belongsTo.map(
    ({
      part: owner,
      column,
    }) => sql`(${formerValue(column)} IS NULL OR EXISTS (SELECT 1 FROM ${partOf(owner).table} AS owner
      WHERE owner.user_id = ${userId} AND owner.unique_ref = ${formerValue(column)}))`,
  );
  const untouched = partsBelongingTo(part.name).map(
    ({ part: held, column }) => sql`NOT EXISTS (SELECT 1 FROM ${held.table} AS held WHERE held.user_id = ${userId}
      AND ${sql.raw(`held.${column.name}`)} = kept.unique_ref AND held.version > ${number})`,
  );
  const set = Object.fromEntries(columns.map(({ name }) => [name, sql.raw(`excluded.${name}`)]));
  return db
    .insert(table)
    .select(
      sql`SELECT ${sql.join(values, sql`, `)} FROM ${keptRows(part, userId, number)}
        AND kept.before IS NOT NULL AND row.version IS kept.version_left
        AND ${sql.join([sql`TRUE`, ...belongs, ...untouched], sql` AND `)}`,
    )
    .onConflictDoUpdate({ target: [table.user_id, table.unique_ref], set: set as object });
}

/**
 * Statement: deletes rows that the change made, with the rows that it made in them, unless something was added to them
 * since. A row that the change made in an owner that it made too, and that stays, stays with it.
 */
function removeMadeRows({ db, userId }: Writer, part: DiaryPart, number: number) {
  const { name, table, belongsTo } = part;
  const made = sql`(SELECT kept.unique_ref FROM ${keptRows(part, userId, number)}
    AND kept.before IS NULL AND row.version = kept.version_left)`;
  const ownersGone = belongsTo.map(
    ({ part: owner, column }) => sql`NOT EXISTS (SELECT 1 FROM ${changedRows} AS own WHERE own.user_id = ${userId}
      AND own.number = ${number} AND own.table_name = ${owner} AND own.unique_ref = ${column} AND own.before IS NULL)`,
  );
  const empty = sql`NOT (${sql.join([sql`FALSE`, ...hasOtherRows(name, sql`${table.unique_ref}`, userId, number)], sql` OR `)})`;
  return db
    .delete(table)
    .where(and(eq(table.user_id, userId), sql`${table.unique_ref} IN ${made}`, ...ownersGone, empty));
}

/**
 * Conditions: a row, at any depth, belongs to the given row, and either the change did not make it or it was changed
 * since.
 */
function hasOtherRows(name: PartName, ref: SQL, userId: number, number: number, depth = 0): SQL[] {
  return partsBelongingTo(name).map(({ part: held, column }) => {
    const row = sql.raw(`held${depth}`);
    const own = sql`EXISTS (SELECT 1 FROM ${changedRows} AS own WHERE own.user_id = ${userId} AND own.number = ${number}
      AND own.table_name = ${held.name} AND own.unique_ref = ${row}.unique_ref AND own.before IS NULL
      AND own.version_left = ${row}.version)`;
    const foreign = [sql`NOT ${own}`, ...hasOtherRows(held.name, sql`${row}.unique_ref`, userId, number, depth + 1)];
    return sql`EXISTS (SELECT 1 FROM ${held.table} AS ${row} WHERE ${row}.user_id = ${userId}
      AND ${row}.${sql.raw(column.name)} = ${ref} AND (${sql.join(foreign, sql` OR `)}))`;
  });
}

/**
 * Statements: raise the version of owners whose form shows a row that was restored or removed, while they themselves
 * were not, so that a form that was opened meanwhile finds out when it is saved.
 */
function bumpOwnerVersions({ db, userId, now }: Writer) {
  const own = openChangeNumber(userId);
  const done = sql`${changedRows} AS done WHERE done.user_id = ${userId} AND done.number = ${own}`;
  return DIARY_PARTS.flatMap(({ name, table, belongsTo }) =>
    belongsTo
      .filter(({ isInForm }) => isInForm)
      .map(({ part, column }) => {
        const owner = partOf(part).table;
        const ref = sql.raw(`done.before ->> '$.${column.name}'`);
        const refs = sql`(SELECT coalesce(${ref}, (SELECT ${column} FROM ${table} WHERE ${table.user_id} = ${userId}
          AND ${table.unique_ref} = done.unique_ref)) FROM ${done} AND done.table_name = ${name})`;
        const isDone = sql`EXISTS (SELECT 1 FROM ${done} AND done.table_name = ${part} AND done.unique_ref = ${owner.unique_ref})`;
        return db
          .update(owner)
          .set({ version: own, updated_at: now } as object)
          .where(and(eq(owner.user_id, userId), sql`${owner.unique_ref} IN ${refs}`, sql`NOT ${isDone}`));
      }),
  );
}

/** Expression: the former value of a column, read from `kept`. */
function formerValue(column: Pick<SQLiteColumn, "name" | "getSQLType">): SQL {
  if (column.name === "user_id" || column.name === "unique_ref") return sql.raw(`kept.${column.name}`);
  const value = sql.raw(`kept.before ->> '$.${column.name}'`);
  return column.getSQLType() === "blob" ? sql`unhex(${value})` : value;
}
