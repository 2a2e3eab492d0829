import { and, eq, getTableColumns, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { keepLockedDays } from "~/changes/keep-locked-days.server";
import { keepLockedEntries } from "~/changes/keep-locked-entries.server";
import { formerRow, keepChanged, keepRows, markChanged } from "~/changes/keep-rows.server";
import { closeChange, openChange } from "~/changes/open-change.server";
import { DIARY_PARTS, type DiaryPart, isCountedBy, partOf, partsBelongingTo } from "~/changes/parts.server";
import { changedRows, changes, openChangeNumber } from "~/changes/table.server";
import { UNDO_WINDOW_MS } from "~/changes/write-change.server";
import { deleteWhere, setIn, type Writer } from "~/changes/write-rows.server";
import { noLeaveOverlaps } from "~/diary/leave/queries.server";
import { LIEU_TYPES } from "~/diary/leave/rules";
import { areWeighedAlike, noPlanOverlaps, updatePlanRules } from "~/planning/job-plans/plan-statements.server";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import { isRefusedByConstraint } from "~/platform/db/columns.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { type Outcome, outcomeOf } from "./outcome.server";

type UndoOutcome =
  | { result: "undone"; number: number; outcome: Outcome[]; alongside: readonly unknown[] }
  /** A row is not as the change left it, or its former values no longer fit. */
  | { result: "changed since" }
  | { result: "undone before" }
  | { result: "too late" }
  | { result: "not there" };

const REFUSALS = ["not there", "undone before", "too late", "changed since"] as const;

/**
 * Undoes a change in one batch, whole or not at all: each row that it made goes, and each other one gets its former
 * values and version. An undo is a change, so it can be undone. It works alike for all changes, from `changed_rows`
 * alone.
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
  const parts = await partsOf(by, number);
  const holdNothing = parts.filter(({ name }) => partsBelongingTo(name).length === 0);
  const isOfPlans = parts.some(({ name }) => isCountedBy(name));
  const kept = isOfPlans ? await keepLockedDays(by) : [];
  const away = (part: DiaryPart) => removeMadeRows(by, part, number);
  const isOpen = assertThat(
    db,
    ["not there", exists(asked)],
    ["undone before", exists(and(asked, isNull(changes.undone_by)))],
    ["too late", exists(and(asked, gt(changes.occurred_at, now - UNDO_WINDOW_MS)))],
  );
  const asLeft = [
    ...parts.map((part) => assertThat(db, ["changed since", isAsLeft(part, userId, number)])),
    assertThat(db, ["changed since", areWeighedAlike(userId, number)]),
  ];
  try {
    const results: unknown[] = await db.batch([
      isOpen,
      ...asLeft,
      openChange(by),
      db
        .insert(changes)
        .select(sql`SELECT user_id, ${own}, message, ${now}, number, NULL FROM ${changes} WHERE ${asked}`),
      // A fee that replaced another is deleted before that is restored; a session only after cases that were moved into
      // it have moved back.
      ...holdNothing.flatMap(away),
      ...parts.flatMap((part) => restoreFormerRows(by, part, number)),
      // What belongs to a row, or has it as its element, goes before it.
      ...parts.toReversed().flatMap(away),
      ...bumpOwnerVersions(by, parts),
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
      ...(isOfPlans ? updatePlanRules(by) : []),
      assertThat(
        db,
        ["changed since", noLeaveOverlaps(userId)],
        ["changed since", isSpentOnLieu(userId)],
        ["changed since", noPlanOverlaps(userId)],
      ),
      ...alongside,
      outcomeOf(db, userId),
      ...kept,
      keepLockedEntries(by),
      closeChange(by),
    ]);
    const [opened] = results[1 + asLeft.length] as { number: number }[];
    const told = results.slice(-3 - kept.length - alongside.length, -3 - kept.length);
    const outcome = results.at(-3 - kept.length) as Outcome[];
    return { result: "undone", number: opened?.number as number, outcome, alongside: told };
  } catch (error) {
    const failed = failedAssertion(error);
    const refused = REFUSALS.find((name) => name === failed);
    if (refused) return { result: refused };
    if (isRefusedByConstraint(error)) return { result: "changed since" };
    throw error;
  }
}

/** The parts of which a change wrote rows. */
async function partsOf({ db, userId }: Writer, number: number): Promise<DiaryPart[]> {
  const wrote = await db
    .select({ name: changedRows.table_name })
    .from(changedRows)
    .where(and(eq(changedRows.user_id, userId), eq(changedRows.number, number)))
    .groupBy(changedRows.table_name);
  return DIARY_PARTS.filter((part) => wrote.some(({ name }) => name === part.name));
}

/**
 * Condition: each row of a part that the change wrote is as the change left it, and nothing was added since to one that
 * it made. A row whose version alone was raised, by the change or by an undo since, is shown in a form, not changed.
 */
function isAsLeft(part: DiaryPart, userId: number, number: number): SQL {
  const asLeft = sql`NOT EXISTS (SELECT 1 FROM ${keptRows(part, userId, number)}
    AND NOT kept.only_moved AND row.version IS NOT kept.version_left AND NOT ${IS_RAISED_BY_UNDO})`;
  const holds = partsBelongingTo(part.name).map(
    ({ part: held, column }) => sql`NOT EXISTS (SELECT 1 FROM ${changedRows} AS kept CROSS JOIN ${held.table} AS held
      ON held.user_id = kept.user_id AND held.${sql.raw(column.name)} = kept.unique_ref
      WHERE kept.user_id = ${userId} AND kept.number = ${number} AND kept.table_name = ${part.name} AND kept.before IS NULL
        AND NOT EXISTS (SELECT 1 FROM ${changedRows} AS own WHERE own.user_id = ${userId} AND own.number = ${number}
          AND own.table_name = ${held.name} AND own.unique_ref = held.unique_ref))`,
  );
  return sql.join([asLeft, ...holds], sql` AND `);
}

/** Condition on `kept` and `row`: since the change its version alone was raised, last by an undo. */
const IS_RAISED_BY_UNDO = sql`(SELECT coalesce(min(since.only_moved), FALSE)
    AND max(since.version_left = row.version AND did.undoes IS NOT NULL)
  FROM changed_rows AS since JOIN changes AS did ON did.user_id = since.user_id AND did.number = since.number
  WHERE since.user_id = kept.user_id AND since.table_name = kept.table_name AND since.unique_ref = kept.unique_ref
    AND since.number > kept.number)`;

/** Condition after an undo: time in lieu is spent on leave that uses it. */
function isSpentOnLieu(userId: number): SQL {
  const types = sql.raw(LIEU_TYPES.map((type) => `'${type}'`).join(", "));
  return sql`NOT EXISTS (SELECT 1 FROM ${changedRows} AS own
    JOIN lieu_ledger AS line ON line.user_id = own.user_id AND line.unique_ref = own.unique_ref
    JOIN leave AS off ON off.user_id = line.user_id AND off.unique_ref = line.leave_ref
    WHERE own.user_id = ${userId} AND own.number = ${openChangeNumber(userId)} AND own.table_name = 'lieu_ledger'
      AND off.type NOT IN (${types}))`;
}

/** Rows of `changed_rows` for a part and a change as `kept`, each with the present row, `row`. */
function keptRows({ name, table }: DiaryPart, userId: number, number: number): SQL {
  return sql`${changedRows} AS kept LEFT JOIN ${table} AS row ON row.user_id = kept.user_id AND row.unique_ref = kept.unique_ref
    WHERE kept.user_id = ${userId} AND kept.number = ${number} AND kept.table_name = ${name}`;
}

/** Statements: give rows their former values, and insert those that the change deleted; their undo is kept before. */
function restoreFormerRows(by: Writer, part: DiaryPart, number: number) {
  const { name, table } = part;
  const columns = Object.values(getTableColumns(table)) as SQLiteColumn[];
  const set = Object.fromEntries(columns.map(({ name }) => [name, sql.raw(`excluded.${name}`)]));
  const from = sql`FROM ${keptRows(part, by.userId, number)} AND kept.before IS NOT NULL
    AND (NOT kept.only_moved OR row.version IS kept.version_left)`;
  const isThere = sql`row.unique_ref IS NOT NULL`;
  const kept = {
    ref: sql`kept.unique_ref`,
    before: sql`CASE WHEN ${isThere} THEN ${formerRow(name, "row")} END`,
    left: formerValue(table.version),
    moved: isThere,
  };
  return [
    keepRows(by, name, kept, from),
    by.db
      .insert(table)
      .select(sql`SELECT ${sql.join(columns.map(formerValue), sql`, `)} ${from}`)
      .onConflictDoUpdate({ target: [table.user_id, table.unique_ref], set: set as object }),
    markChanged(by, name),
  ];
}

/** Statements: delete rows that the change made. */
function removeMadeRows(by: Writer, part: DiaryPart, number: number) {
  const { name, table } = part;
  const made = sql`(SELECT kept.unique_ref FROM ${keptRows(part, by.userId, number)} AND kept.before IS NULL)`;
  return deleteWhere(by, name, sql`${table.user_id} = ${by.userId} AND ${table.unique_ref} IN ${made}`);
}

/**
 * Statements: raise the version of owners whose form shows a row that was restored or removed, while they themselves
 * were not, so that a form that was opened meanwhile finds out when it is saved.
 */
function bumpOwnerVersions(by: Writer, parts: readonly DiaryPart[]) {
  const { userId } = by;
  const own = openChangeNumber(userId);
  const done = sql`${changedRows} AS done WHERE done.user_id = ${userId} AND done.number = ${own}`;
  return parts.flatMap(({ name, table, belongsTo }) =>
    belongsTo
      .filter(({ isInForm }) => isInForm)
      .flatMap(({ part, column }) => {
        const owner = partOf(part).table;
        const ref = sql.raw(`done.before ->> '$.${column.name}'`);
        const refs = sql`(SELECT coalesce(${ref}, (SELECT ${column} FROM ${table} WHERE ${table.user_id} = ${userId}
          AND ${table.unique_ref} = done.unique_ref)) FROM ${done} AND done.table_name = ${name})`;
        const isDone = sql`EXISTS (SELECT 1 FROM ${done} AND done.table_name = ${part} AND done.unique_ref = ${owner.unique_ref})`;
        const from = sql`FROM ${owner} WHERE ${owner.user_id} = ${userId} AND ${owner.unique_ref} IN ${refs} AND NOT ${isDone}`;
        // Once they are kept they are done by that condition.
        const isKept = sql`${owner.unique_ref} IN (SELECT done.unique_ref FROM ${done} AND done.table_name = ${part}
          AND done.version_left = ${own}) AND ${owner.version} <> ${own}`;
        return [
          keepChanged(by, part, from),
          setIn(by, owner, {}).where(sql`${owner.user_id} = ${userId} AND ${isKept}`),
        ];
      }),
  );
}

/** Expression: the former value of a column, read from `kept`. */
function formerValue(column: Pick<SQLiteColumn, "name" | "getSQLType">): SQL {
  if (column.name === "user_id" || column.name === "unique_ref") return sql.raw(`kept.${column.name}`);
  const value = sql.raw(`kept.before ->> '$.${column.name}'`);
  return column.getSQLType() === "blob" ? sql`unhex(${value})` : value;
}
