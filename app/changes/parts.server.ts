import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { cases, options } from "~/diary/cases/table.server";
import { feeSettings, fees, payers, rates } from "~/diary/fees/table.server";
import { leave, leaveSettings, leaveYears, lieuLedger } from "~/diary/leave/table.server";
import { rotaEvents } from "~/diary/rota/table.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { profiles } from "~/profile/table.server";
import { cpd, savedReports } from "~/reports/table.server";

const TABLES = {
  ...{ job_plans: jobPlans, job_plan_elements: jobPlanElements, element_schedule: elementSchedule },
  ...{ local_public_holidays: localPublicHolidays, options, payers, rates, cpd, saved_reports: savedReports },
  ...{ profiles, leave_settings: leaveSettings, leave_years: leaveYears, fee_settings: feeSettings },
  ...{ leave, sessions, cancellations, lieu_ledger: lieuLedger, cases, fees, rota_events: rotaEvents },
};

export type PartTables = typeof TABLES;
export type PartName = keyof PartTables;
export type PartTable = PartTables[PartName];

interface Owner {
  part: PartName;
  column: SQLiteColumn;
  /** The owner's form shows the row too: a change of the row made elsewhere raises the owner's version. */
  isInForm: boolean;
}

export interface DiaryPart {
  name: PartName;
  table: PartTable;
  /** Owners of its rows: deleting one deletes the rows, by foreign keys with ON DELETE CASCADE. */
  belongsTo: readonly Owner[];
}

/**
 * The parts of a diary, owners first: plans own elements and these their times, sessions own cases, both own fees, leave
 * owns the time in lieu that is spent on it. The one declaration that the writer, undo and previews of deletions read.
 */
export const DIARY_PARTS: readonly DiaryPart[] = [
  { name: "job_plans", table: jobPlans, belongsTo: [] },
  {
    name: "job_plan_elements",
    table: jobPlanElements,
    belongsTo: [{ part: "job_plans", column: jobPlanElements.plan_ref, isInForm: false }],
  },
  {
    name: "element_schedule",
    table: elementSchedule,
    belongsTo: [{ part: "job_plan_elements", column: elementSchedule.element_ref, isInForm: true }],
  },
  { name: "local_public_holidays", table: localPublicHolidays, belongsTo: [] },
  { name: "options", table: options, belongsTo: [] },
  { name: "payers", table: payers, belongsTo: [] },
  { name: "rates", table: rates, belongsTo: [] },
  { name: "cpd", table: cpd, belongsTo: [] },
  { name: "saved_reports", table: savedReports, belongsTo: [] },
  { name: "profiles", table: profiles, belongsTo: [] },
  { name: "leave_settings", table: leaveSettings, belongsTo: [] },
  { name: "leave_years", table: leaveYears, belongsTo: [] },
  { name: "fee_settings", table: feeSettings, belongsTo: [] },
  { name: "leave", table: leave, belongsTo: [] },
  { name: "sessions", table: sessions, belongsTo: [] },
  {
    name: "cancellations",
    table: cancellations,
    belongsTo: [{ part: "job_plan_elements", column: cancellations.element_ref, isInForm: false }],
  },
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
  // The record of a calendar's events is kept when its session is deleted, so that deletions by hand are known.
  { name: "rota_events", table: rotaEvents, belongsTo: [] },
];

/** What locked days count by: see `keepLockedDays`. */
const COUNTED_BY = new Set<PartName>(["job_plans", "job_plan_elements", "element_schedule", "local_public_holidays"]);

export function isCountedBy(name: PartName): boolean {
  return COUNTED_BY.has(name);
}

export function partOf(name: PartName): DiaryPart {
  return DIARY_PARTS.find((part) => part.name === name) as DiaryPart;
}

/** The parts whose rows may belong to a row of this part, with the column that refers to it. */
export function partsBelongingTo(name: PartName) {
  return DIARY_PARTS.flatMap((part) =>
    part.belongsTo.filter((owner) => owner.part === name).map(({ column }) => ({ part, column })),
  );
}

/**
 * Returns what deleting rows of one part deletes, those rows and all that belong to them: a condition for each part
 * that loses rows.
 * @param chosen condition that selects the rows to delete; must include their user
 */
export function cascade(userId: number, part: PartName, chosen: SQL): ReadonlyMap<PartName, SQL> {
  const deleted = new Map([[part, chosen]]);
  // Owners come first, so that their conditions are known here.
  for (const { name, table, belongsTo } of DIARY_PARTS) {
    const held = belongsTo.flatMap(({ part: owner, column }) => {
      const { table: owners } = partOf(owner);
      const where = deleted.get(owner);
      if (!where) return [];
      // The user is in each alternative, so that each is found by its own index.
      return sql`(${table.user_id} = ${userId} AND ${column} IN (SELECT ${owners.unique_ref} FROM ${owners} WHERE ${where}))`;
    });
    if (held.length > 0) deleted.set(name, sql.join(held, sql` OR `));
  }
  return deleted;
}

/** Columns for a page's batch: the number of rows of each part that a deletion deletes. */
export function deletionPreview(userId: number, part: PartName, chosen: SQL) {
  const deleted = cascade(userId, part, chosen);
  return Object.fromEntries(
    DIARY_PARTS.map(({ name }) => [name, countOf(name, deleted.get(name)).mapWith(Number).as(name)]),
  ) as Record<PartName, SQL.Aliased<number>>;
}

/**
 * Guard: a deletion deletes as many rows of each part as its preview showed. Parts that `shown` leaves out are not
 * compared.
 */
export function matchesPreview(
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
