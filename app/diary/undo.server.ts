import { and, eq, getTableColumns, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { isRefused } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { UNDO_HOLDS_MS } from "~/db/undo-steps.server";
import { DIARY_PARTS } from "./aggregate";
import { closeChange, NOT_OPENED, openChange } from "./changes.server";
import { changedRows, changes } from "./tables.server";
import { openNumber } from "./write-rows.server";

export type Undone =
  /** `kept`: rows that were changed since, or that have nothing to belong to any more. */
  | { result: "undone"; number: number; undone: number; kept: number }
  | { result: "undone before" }
  | { result: "too late" }
  | { result: "not there" };

/**
 * Undoes a change in one batch: each row that still stands as the change left it is as it was before. An undo is a
 * change, so it can be undone. It knows no kinds of change: what to do lies in `changed_rows`.
 */
export async function undoChange(db: Database, userId: number, number: number, now: number): Promise<Undone> {
  const asked = and(eq(changes.user_id, userId), eq(changes.number, number));
  const open = and(asked, isNull(changes.undone_by), gt(changes.occurred_at, now - UNDO_HOLDS_MS));
  const back = DIARY_PARTS.map((part) => rowsBack(db, part, userId, number));
  const away = DIARY_PARTS.toReversed().map((part) => rowsAway(db, part, userId, number));
  const by = openNumber(userId);
  try {
    const results = await db.batch([
      openChange(db, userId, { guards: [sql`EXISTS (SELECT 1 FROM ${changes} WHERE ${open})`] }),
      db
        .insert(changes)
        .select(sql`SELECT user_id, ${by}, message, ${now}, number, NULL FROM ${changes} WHERE ${asked}`),
      ...back,
      ...away,
      db.update(changes).set({ undone_by: by }).where(asked),
      db
        .select({ number: changedRows.number, rows: sql<number>`count(*)`.mapWith(Number) })
        .from(changedRows)
        .where(and(eq(changedRows.user_id, userId), sql`${changedRows.number} IN (${number}, ${by})`))
        .groupBy(changedRows.number),
      closeChange(db, userId),
    ]);
    const counts = results.at(-2) as { number: number; rows: number }[];
    const all = counts.find((each) => each.number === number)?.rows ?? 0;
    const own = counts.find((each) => each.number !== number);
    const [opened] = results[0] as { number: number }[];
    return { result: "undone", number: opened?.number as number, undone: own?.rows ?? 0, kept: all - (own?.rows ?? 0) };
  } catch (error) {
    if (!isRefused(error, NOT_OPENED)) throw error;
    const [change] = await db.select().from(changes).where(asked);
    if (!change) return { result: "not there" };
    return { result: change.undone_by === null ? "too late" : "undone before" };
  }
}

type Part = (typeof DIARY_PARTS)[number];

/** Rows as they were: those that the change took away come again. */
function rowsBack(db: Database, { name, table, parent }: Part, userId: number, number: number) {
  const columns = Object.values(getTableColumns(table)) as SQLiteColumn[];
  const values = columns.map((column) => was(column));
  const belongs = parent
    ? sql`EXISTS (SELECT 1 FROM ${parent.table} AS owner WHERE owner.user_id = ${userId} AND owner.ref = ${was(parent.column)})`
    : sql`TRUE`;
  const set = Object.fromEntries(columns.map((column) => [column.name, sql.raw(`excluded.${column.name}`)]));
  return db
    .insert(table)
    .select(
      sql`SELECT ${sql.join(values, sql`, `)} FROM ${changedRows} AS kept LEFT JOIN ${table} AS row ON row.user_id = kept.user_id AND row.ref = kept.ref
        WHERE kept.user_id = ${userId} AND kept.number = ${number} AND kept.table_name = ${name}
          AND kept.before IS NOT NULL AND row.version IS kept.version_left AND ${belongs}`,
    )
    .onConflictDoUpdate({ target: [table.user_id, table.ref], set });
}

/** Rows that the change made go again, unless something was put into them since. */
function rowsAway(db: Database, { name, table }: Part, userId: number, number: number) {
  const made = sql`(SELECT kept.ref FROM ${changedRows} AS kept JOIN ${table} AS row ON row.user_id = kept.user_id AND row.ref = kept.ref
    WHERE kept.user_id = ${userId} AND kept.number = ${number} AND kept.table_name = ${name}
      AND kept.before IS NULL AND row.version = kept.version_left)`;
  const empty = DIARY_PARTS.filter(({ parent }) => parent?.table === table).map(
    (part) => sql`NOT EXISTS (SELECT 1 FROM ${part.table} AS held WHERE held.user_id = ${userId}
      AND ${sql.raw(`held.${part.parent?.column.name}`)} = ${table.ref})`,
  );
  return db.delete(table).where(and(eq(table.user_id, userId), sql`${table.ref} IN ${made}`, ...empty));
}

function was(column: SQLiteColumn): SQL {
  if (column.name === "user_id" || column.name === "ref") return sql.raw(`kept.${column.name}`);
  const value = sql.raw(`kept.before ->> '$.${column.name}'`);
  return column.getSQLType() === "blob" ? sql`unhex(${value})` : value;
}
