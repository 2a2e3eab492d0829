import { Column, getTableColumns, is, Param, SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Actor } from "~/platform/context";
import { rowAsJson } from "~/platform/db/json-rows.server";
import { cascade, type PartName, partOf } from "./parts.server";
import { changedRows, openChangeNumber } from "./table.server";

type Owner = Pick<Actor, "db" | "userId">;

/** What a change does to a row: as it was (null: it made it), its version then (null: it deleted it). */
interface Kept {
  ref: SQL;
  before: SQL;
  left: SQL;
  /** Nothing but its version changes. */
  moved: SQL;
}

const KEYS = ["user_id", "unique_ref"];
const OF_EACH_SAVE = ["version", "updated_at"];

function columnsOf(name: PartName): SQLiteColumn[] {
  return Object.values(getTableColumns(partOf(name).table)) as SQLiteColumn[];
}

/** The columns of a part that a change may change: not its keys, nor what each save writes. */
export function savedColumns(name: PartName): SQLiteColumn[] {
  return columnsOf(name).filter((column) => ![...KEYS, ...OF_EACH_SAVE].includes(column.name));
}

/** Expression: a row as `changed_rows` keeps it. @param row its name in SQL, where that is not its table's */
export function formerRow(name: PartName, row: string = name): SQL {
  return sql.raw(
    rowAsJson(
      row,
      columnsOf(name).filter((column) => !KEYS.includes(column.name)),
    ),
  );
}

/**
 * Statement: keeps rows under the open change. Of a row that it wrote before it keeps what was before the first time.
 * @param from from which rows: `FROM … WHERE …`
 */
export function keepRows({ db, userId }: Owner, name: PartName, { ref, before, left, moved }: Kept, from: SQL) {
  const { user_id, number, table_name, unique_ref } = changedRows;
  return db
    .insert(changedRows)
    .select(
      sql`SELECT ${userId}, ${openChangeNumber(userId)}, ${sql.raw(`'${name}'`)}, ${ref}, ${before}, ${left}, ${moved} ${from}`,
    )
    .onConflictDoUpdate({
      target: [user_id, number, table_name, unique_ref],
      set: {
        version_left: sql`excluded.version_left`,
        only_moved: sql`changed_rows.only_moved AND excluded.only_moved`,
      },
    });
}

/** Statement after rows were inserted: keeps that the open change made those of them that there are. */
export function keepMade(by: Owner, name: PartName, where: SQL) {
  const { table } = partOf(name);
  const kept = { ref: sql`${table.unique_ref}`, before: sql`NULL`, left: sql`${table.version}`, moved: sql`0` };
  return keepRows(
    by,
    name,
    kept,
    sql`FROM ${table} WHERE ${where} AND ${table.version} = ${openChangeNumber(by.userId)}`,
  );
}

/** Statement before rows get other values, each its column's. @param from as `keepRows`, with the part's own table */
export function keepChanged(by: Owner, name: PartName, values: Readonly<Record<string, unknown>>, from: SQL) {
  const { table } = partOf(name);
  const same = savedColumns(name)
    .filter((column) => values[column.name] !== undefined)
    .map((column) => {
      const value = values[column.name];
      return sql`${column} IS (${is(value, SQL) || is(value, Column) ? value : new Param(value, column)})`;
    });
  return keepRows(
    by,
    name,
    {
      ref: sql`${table.unique_ref}`,
      before: formerRow(name),
      left: openChangeNumber(by.userId),
      moved: sql.join([sql`TRUE`, ...same], sql` AND `),
    },
    from,
  );
}

/** Statements before rows of a part are deleted: keep them, and those that go with them. */
export function keepDeleted(by: Owner, name: PartName, where: SQL) {
  return [...cascade(by.userId, name, where)].map(([part, chosen]) => {
    const { table } = partOf(part);
    const kept = { ref: sql`${table.unique_ref}`, before: formerRow(part), left: sql`NULL`, moved: sql`0` };
    return keepRows(by, part, kept, sql`FROM ${table} WHERE ${chosen}`);
  });
}
