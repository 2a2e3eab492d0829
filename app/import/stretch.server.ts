import { desc, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "~/platform/db/database.server";
import { inWorkingSet, isAvailable } from "./conditions.server";
import { importRows } from "./table.server";

/** A row of the working set, as its conditions call it. */
export function rowOfSet() {
  return alias(importRows, "r");
}

const r = rowOfSet();

/** Rows that a list gets at once. */
export const STRETCH_ROWS = 100;

/** Where a stretch begins. */
export interface Place {
  /** How many rows come before. */
  from: number;
  /** The row before it, where that is known: found by its key, without a walk over all that come before. */
  after?: string | null;
}

/** The index on the order of rows ends in their rowid. */
export const NEWEST = [desc(r.case_date), desc(r.start_at), desc(r.line), desc(sql`r.rowid`)];

/** Finds a row of the working set. */
export function isRow(userId: number, rowRef: string): SQL {
  return sql`${inWorkingSet(userId)} AND r.unique_ref = ${rowRef}`;
}

/** After a row in the order of the list, in which rows without a start are the last of their day. */
function follows(userId: number, rowRef: string): SQL {
  const its = (column: string) => {
    return sql`(SELECT ${sql.raw(`b.${column}`)} FROM import_rows AS b WHERE b.user_id = ${userId} AND b.unique_ref = ${rowRef})`;
  };
  return sql`r.case_date <= ${its("case_date")} AND (r.case_date < ${its("case_date")}
    OR coalesce(r.start_at, 0) < coalesce(${its("start_at")}, 0)
    OR (r.start_at IS ${its("start_at")} AND (r.line, r.rowid) < (${its("line")}, ${its("rowid")})))`;
}

/** Of the rows that the list offers. */
export function inStretch(userId: number, { after }: Place): SQL {
  return after ? sql`${isAvailable(userId)} AND ${follows(userId, after)}` : isAvailable(userId);
}

/** The next rows of the list, newest first. For a page's batch. */
export function stretch(db: Database, userId: number, place: Place) {
  return db
    .select(getTableColumns(r))
    .from(r)
    .where(inStretch(userId, place))
    .orderBy(...NEWEST)
    .limit(STRETCH_ROWS)
    .offset(place.after ? 0 : place.from);
}

export type StoredRow = Awaited<ReturnType<typeof stretch>>[number];
