import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { encryptedColumn, ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";
import type { Recurrence } from "./elements";
import { CATEGORIES, METHODS, PATTERNS } from "./elements";
import type { PaRules } from "./pa-rules";

export const jobPlans = sqliteTable(
  "job_plans",
  {
    ...rowColumns,
    title: text().notNull(),
    employer: text().notNull().default(""),
    date_start: text().notNull(),
    date_end: text(),
    counts_from: text(),
    method: text({ enum: METHODS }).notNull(),
    weeks_per_year_tenths: integer().notNull(),
    contracted_pa_units: integer().notNull(),
    opening_balance_pa_units: integer().notNull().default(0),
    tolerance_percent: integer().notNull().default(5),
    pa_rules: text({ mode: "json" }).$type<PaRules>().notNull(),
    text_encrypted: encryptedColumn(),
    ...versionColumn,
  },
  ownKey,
);

export const jobPlanElements = sqliteTable(
  "job_plan_elements",
  {
    ...rowColumns,
    plan_ref: text().notNull(),
    description: text().notNull(),
    category: text({ enum: CATEGORIES }).notNull(),
    counts_to_balance: integer({ mode: "boolean" }).notNull(),
    pattern: text({ enum: PATTERNS }).notNull(),
    stated_pa_units: integer(),
    weekly_pa_units: integer().notNull(),
    occurrences_per_year: integer(),
    default_basis: text({ enum: ["time_calculated", "fixed"] }).notNull(),
    default_fixed_pa_units: integer(),
    custom_minutes_per_pa: integer(),
    specialty: text().notNull().default(""),
    location: text().notNull().default(""),
    active: integer({ mode: "boolean" }).notNull().default(true),
    sort_order: integer().notNull().default(0),
    ...versionColumn,
  },
  ownKey,
);

export const elementSchedule = sqliteTable(
  "element_schedule",
  {
    ...rowColumns,
    element_ref: text().notNull(),
    weekday: integer().notNull(),
    start_minute: integer().notNull(),
    end_minute: integer().notNull(),
    recurrence: integer().$type<Recurrence>().notNull(),
    anchor_date: text(),
    sort_order: integer().notNull().default(0),
  },
  ownKey,
);

export type JobPlan = typeof jobPlans.$inferSelect;
export type JobPlanElement = typeof jobPlanElements.$inferSelect;

/** Where the cipher binds the notes of a plan. */
export function planPlace(uniqueRef: string): string {
  return `job_plans/${uniqueRef}`;
}
