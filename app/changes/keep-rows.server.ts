import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Actor } from "~/platform/context";
import { rowAsJson } from "~/platform/db/json-rows.server";
import { cascade, type PartName, partOf } from "./parts.server";
import { changedRows, openChangeNumber } from "./table.server";

type Owner = Pick<Actor, "db" | "userId">;

/** What a change does to a row: as it was (null: it made it), and its version then (null: it deleted it). */
interface Kept {
  ref: SQL;
  before: SQL;
  left: SQL;
  /** Nothing but its version changes. */
  moved: SQL;
}

const OF_EACH_SAVE = ["version", "updated_at"];

/** The columns of a part but its keys. */
function columnsOf(name: PartName): SQLiteColumn[] {
  const columns = Object.values(getTableColumns(partOf(name).table)) as SQLiteColumn[];
  return columns.filter((column) => column.name !== "user_id" && column.name !== "unique_ref");
}

/** Expression: a row as `changed_rows` keeps it. @param row its name in SQL, where that is not its table's */
export function formerRow(name: PartName, row: string = name): SQL {
  return sql.raw(rowAsJson(row, columnsOf(name)));
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

/**
 * Statement before rows are changed: keeps what they are, as if their version alone were to be raised. Unless it is,
 * `markChanged` follows. @param from as `keepRows`, with the part's own table
 */
export function keepChanged(by: Owner, name: PartName, from: SQL) {
  const { table } = partOf(name);
  const left = openChangeNumber(by.userId);
  return keepRows(by, name, { ref: sql`${table.unique_ref}`, before: formerRow(name), left, moved: sql`1` }, from);
}

/** Statement after rows of a part were changed: those of which more than the version is other are not only moved. */
export function markChanged({ db, userId }: Owner, name: PartName) {
  return db
    .update(changedRows)
    .set({ only_moved: false })
    .where(
      sql`${changedRows.user_id} = ${userId} AND ${changedRows.number} = ${openChangeNumber(userId)}
        AND ${changedRows.table_name} = ${name} AND ${changedRows.only_moved} AND ${isChanged(name)}`,
    );
}

/** Condition: a row of `changed_rows` is of one of which more than the version is other now. */
export function isChanged(name: PartName): SQL {
  const rest = columnsOf(name).filter((column) => !OF_EACH_SAVE.includes(column.name));
  return sql.raw(`json_remove(before, ${OF_EACH_SAVE.map((each) => `'$.${each}'`)}) IS NOT (SELECT ${rowAsJson("own", rest)}
    FROM ${name} AS own WHERE own.user_id = changed_rows.user_id AND own.unique_ref = changed_rows.unique_ref)`);
}

/** Statements before rows of a part are deleted: keep them, and those that go with them. */
export function keepDeleted(by: Owner, name: PartName, where: SQL) {
  return [...cascade(by.userId, name, where)].map(([part, chosen]) => {
    const { table } = partOf(part);
    const kept = { ref: sql`${table.unique_ref}`, before: formerRow(part), left: sql`NULL`, moved: sql`0` };
    return keepRows(by, part, kept, sql`FROM ${table} WHERE ${chosen}`);
  });
}
