import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { isLockedAt } from "~/diary/locks/queries.server";
import { REACH_MS } from "~/diary/sessions/queries.server";
import { importRows, imports } from "./table.server";

/**
 * Condition on a row `r`, as all of these: its values are there, whether it is placed or not. Written so that SQLite
 * uses the partial index of these rows.
 */
export function inWorkingSet(userId: number): SQL {
  return sql`r.user_id = ${userId} AND r.wiped_at IS NULL`;
}

/** Whether the case of a row is in the diary. */
function hasCase(row: string): string {
  return `EXISTS (SELECT 1 FROM cases AS own WHERE own.user_id = ${row}.user_id AND own.unique_ref = ${row}.case_ref)`;
}

export const isPlaced = sql.raw(hasCase("r"));

/** The same in a statement on `import_rows` itself, and for a row with the alias `there`. */
export const isPlacedRow = sql.raw(hasCase("import_rows"));
export const isPlacedThere = sql.raw(hasCase("there"));

const SAME = "start_at end_at age age_unit gender".split(" ");

/** Start, end, age and gender, all of them present and equal (specification, section 4). */
function equals(other: string): string {
  return SAME.map((name) => `${other}.${name} = r.${name}`).join(" AND ");
}

/**
 * Condition: the diary has an equal case, however it was entered. Cases are found by their sessions: the cases of all
 * sessions that reach into the days of the working set are read once, and each row is looked up among them.
 */
export function isInDiary(userId: number): SQL {
  const edge = (order: "ASC" | "DESC") => sql`(SELECT r.day_at FROM import_rows AS r WHERE ${inWorkingSet(userId)}
    AND r.case_date IS NOT NULL ORDER BY r.case_date ${sql.raw(order)} LIMIT 1)`;
  const columns = (of: string) => sql.raw(SAME.map((name) => `${of}.${name}`).join(", "));
  // IS TRUE, because IN yields NULL for a row that lacks one of the values.
  return sql`((${columns("r")}) IN (SELECT ${columns("same")} FROM sessions AS near
    CROSS JOIN cases AS same ON same.user_id = near.user_id AND same.session_ref = near.unique_ref
    WHERE near.user_id = ${userId} AND near.start_at BETWEEN ${edge("ASC")} - ${REACH_MS} AND ${edge("DESC")} + ${REACH_MS})) IS TRUE`;
}

/** Condition: the list offers the row. */
export function isAvailable(userId: number): SQL {
  return sql`${inWorkingSet(userId)} AND NOT ${isPlaced} AND NOT ${isInDiary(userId)}`;
}

/**
 * Condition: a row above it has the same date, times and patient, and will be placed. A case that is twice in the files
 * is placed once.
 */
export const isDuplicate = sql.raw(`EXISTS (SELECT 1 FROM import_rows AS twin
  WHERE twin.user_id = r.user_id AND twin.wiped_at IS NULL AND twin.case_date = r.case_date AND ${equals("twin")}
    AND twin.identifier IS NOT 'strong' AND (twin.line, twin.rowid) < (r.line, r.rowid)
    AND NOT ${hasCase("twin")})`);

/**
 * Condition: "Place all" places the row: it is available, has no strong identifier and no twin above it, and exactly
 * one session holds it.
 */
export function isPlaceable(userId: number): SQL {
  return sql`${isAvailable(userId)} AND r.identifier IS NOT 'strong' AND ${sessionOfRow(userId)} IS NOT NULL AND NOT ${isDuplicate}`;
}

/**
 * Condition on sessions `s` that were held and hold a row: the row starts within their times or, without times, they start on its
 * day. The user's longest session limits how far back they are searched.
 */
function sessionCovers(userId: number): SQL {
  const longest = sql`(SELECT max(end_at - start_at) FROM sessions WHERE user_id = ${userId})`;
  return sql`s.user_id = ${userId} AND s.outcome = 0
    AND s.start_at >= coalesce(r.start_at - ${longest}, r.day_at)
    AND s.start_at <= coalesce(r.start_at, r.next_day_at - 1)
    AND s.end_at > coalesce(r.start_at, r.day_at)`;
}

/**
 * Expression: the one session that holds a row; NULL when there is none or more than one, or it is in a locked period.
 */
export function sessionOfRow(userId: number): SQL {
  return sql`(SELECT min(CASE WHEN NOT ${isLockedAt(userId, sql`s.start_at`)} THEN s.unique_ref END)
    FROM sessions AS s WHERE ${sessionCovers(userId)} HAVING count(*) = 1)`;
}

/** Condition: any session holds the row. */
export function isCoveredBySession(userId: number): SQL {
  return sql`EXISTS (SELECT 1 FROM sessions AS s WHERE ${sessionCovers(userId)})`;
}

/**
 * Condition: a row can only be placed in a locked period: all sessions that hold it are in one or, without such a
 * session, its day is.
 */
export function isInLocked(userId: number): SQL {
  const open = sql`EXISTS (SELECT 1 FROM sessions AS s WHERE ${sessionCovers(userId)} AND NOT ${isLockedAt(userId, sql`s.start_at`)})`;
  return sql`(EXISTS (SELECT 1 FROM locked_periods AS any_one WHERE any_one.user_id = ${userId})
    AND CASE WHEN ${isCoveredBySession(userId)} THEN NOT ${open} ELSE ${isLockedAt(userId, sql`coalesce(r.start_at, r.day_at)`)} END)`;
}

export function ofUser(userId: number, importRef: string) {
  return and(eq(imports.user_id, userId), eq(imports.unique_ref, importRef));
}

/** Condition: further rows of the import are still expected. */
export function isOpen() {
  return and(
    isNull(imports.complete_at),
    isNull(imports.cleared_at),
    isNull(imports.undone_at),
    isNull(imports.wiped_at),
  );
}

/** Condition: no case was ever made from the row, so that nothing of value is lost with it. */
export const isNeverPlaced = sql`${importRows.placed_at} IS NULL AND NOT ${isPlacedRow}`;

/** The columns of a row whose values are wiped. */
export function wiped(now: number) {
  return {
    ...{ case_date: null, day_at: null, next_day_at: null, start_at: null, end_at: null, age: null, gender: null },
    ...{ asa: null, urgency: null, supervision: null, options: [], location: "", specialty: "" },
    ...{ text_encrypted: null, identifier: null, remarks: [], age_unit: "years" as const },
    ...{ wiped_at: now, updated_at: now },
  };
}
