import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { leave, lieuLedger } from "~/diary/leave/table.server";
import { rotaEvents } from "~/diary/rota/table.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";

export type PartName = "leave" | "sessions" | "cancellations" | "lieu_ledger" | "cases" | "fees" | "rota_events";
export type PartTable =
  | typeof leave
  | typeof sessions
  | typeof cancellations
  | typeof lieuLedger
  | typeof cases
  | typeof fees
  | typeof rotaEvents;

interface Owner {
  part: PartName;
  column: SQLiteColumn;
  /** The form of the owner holds the row too: whatever changes the row elsewhere moves the owner's version on. */
  isInForm: boolean;
}

export interface DiaryPart {
  name: PartName;
  table: PartTable;
  /** What its rows are deleted with, by foreign keys with ON DELETE CASCADE. */
  belongsTo: readonly Owner[];
  /** References that a row goes without once what they name is gone. */
  mayLose?: readonly { column: SQLiteColumn; table: typeof jobPlanElements }[];
}

/**
 * What a diary is made of, owners first: sessions hold cases, both hold fees, leave holds the time in lieu that is spent
 * on it. The one declaration that the writer, the triggers, undo and previews of deletions read.
 */
export const DIARY_PARTS: readonly DiaryPart[] = [
  { name: "leave", table: leave, belongsTo: [] },
  {
    name: "sessions",
    table: sessions,
    belongsTo: [],
    mayLose: [{ column: sessions.element_ref, table: jobPlanElements }],
  },
  { name: "cancellations", table: cancellations, belongsTo: [] },
  {
    name: "lieu_ledger",
    table: lieuLedger,
    belongsTo: [{ part: "leave", column: lieuLedger.leave_ref, isInForm: true }],
  },
  { name: "cases", table: cases, belongsTo: [{ part: "sessions", column: cases.session_ref, isInForm: false }] },
  {
    name: "fees",
    table: fees,
    belongsTo: [
      { part: "sessions", column: fees.session_ref, isInForm: true },
      { part: "cases", column: fees.case_ref, isInForm: true },
    ],
  },
  // What a calendar's events have become outlives its session, so that what was deleted by hand is known to be.
  { name: "rota_events", table: rotaEvents, belongsTo: [] },
];

export function partOf(name: PartName): DiaryPart {
  return DIARY_PARTS.find((part) => part.name === name) as DiaryPart;
}

/** The parts whose rows may hang on one of this part, with the column that says on which. */
export function partsOn(name: PartName) {
  return DIARY_PARTS.flatMap((part) =>
    part.belongsTo.filter((owner) => owner.part === name).map(({ column }) => ({ part, column })),
  );
}

/**
 * What deleting rows of one part deletes, those themselves and what hangs on them: a condition for each part that loses
 * rows.
 * @param chosen the rows, as a condition that names their user
 */
export function cascade(userId: number, part: PartName, chosen: SQL): ReadonlyMap<PartName, SQL> {
  const deleted = new Map([[part, chosen]]);
  // Owners come first: what their rows are is known.
  for (const { name, table, belongsTo } of DIARY_PARTS) {
    const held = belongsTo.flatMap(({ part: owner, column }) => {
      const { table: owners } = partOf(owner);
      const where = deleted.get(owner);
      if (!where) return [];
      // The user in each of them: so each is found by its own index.
      return sql`(${table.user_id} = ${userId} AND ${column} IN (SELECT ${owners.unique_ref} FROM ${owners} WHERE ${where}))`;
    });
    if (held.length > 0) deleted.set(name, sql.join(held, sql` OR `));
  }
  return deleted;
}

/** How many rows of each part a deletion deletes. Columns for a page's batch. */
export function deletionPreview(userId: number, part: PartName, chosen: SQL) {
  const deleted = cascade(userId, part, chosen);
  return Object.fromEntries(
    DIARY_PARTS.map(({ name }) => [name, countOf(name, deleted.get(name)).mapWith(Number).as(name)]),
  ) as Record<PartName, SQL.Aliased<number>>;
}

/** That a deletion deletes just as much as its preview showed: a guard. */
export function isAsPreviewed(
  userId: number,
  part: PartName,
  chosen: SQL,
  shown: Readonly<Partial<Record<PartName, number>>>,
): SQL {
  const deleted = cascade(userId, part, chosen);
  const same = DIARY_PARTS.filter(({ name }) => shown[name] !== undefined).map(
    ({ name }) => sql`${countOf(name, deleted.get(name))} = ${shown[name]}`,
  );
  return sql.join(same, sql` AND `);
}

function countOf(part: PartName, where: SQL | undefined): SQL<number> {
  return where ? sql<number>`(SELECT count(*) FROM ${partOf(part).table} WHERE ${where})` : sql<number>`0`;
}
