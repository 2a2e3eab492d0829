import { type SQL, sql } from "drizzle-orm";
import { customType, integer, type SQLiteColumn, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { encryptedColumn, ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";
import type { Recurrence } from "./elements";
import { CATEGORIES, COUNTINGS, METHODS, PATTERNS } from "./elements";
import { ON_CALL_CATEGORIES } from "./on-call";
import type { PaRules } from "./pa-rules";
import { NATIONAL_RULES, type Nation } from "./pa-rules";

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
    counting: text({ enum: COUNTINGS }).notNull().default("logged"),
    on_call_one_in: integer(),
    on_call_category: text({ enum: ON_CALL_CATEGORIES }),
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
    rota_weeks: text(),
    sort_order: integer().notNull().default(0),
    ...versionColumn,
  },
  ownKey,
);

export type JobPlan = typeof jobPlans.$inferSelect;
export type JobPlanElement = typeof jobPlanElements.$inferSelect;

export const RULE_NAMES = Object.keys(NATIONAL_RULES.england);

/** The place that the cipher binds the notes of a plan to. */
export function planPlace(uniqueRef: string): string {
  return `job_plans/${uniqueRef}`;
}

/**
 * Rules as the row of a session stores them, in JSON: only the nation's name if they are its national rules, else
 * `{"of": nation, …}` with the differing fields. Thousands of sessions have a handful of rules; in full they would take
 * 225 bytes each. The meaning of a name never changes: if a contract changes, its rules get a new name here, beside the
 * one that stored sessions have.
 */
export const storedRules = customType<{ data: PaRules; driverData: string }>({
  dataType: () => "text",
  toDriver: rulesToStore,
  fromDriver: rulesFrom,
});

export function rulesToStore(rules: PaRules): string {
  const base: PaRules = NATIONAL_RULES[rules.nation];
  const differing = Object.entries(rules).filter(([name, value]) => {
    return JSON.stringify(value) !== JSON.stringify(base[name as keyof PaRules]);
  });
  return JSON.stringify(differing.length === 0 ? rules.nation : { of: rules.nation, ...Object.fromEntries(differing) });
}

export function rulesFrom(stored: string): PaRules {
  const read = JSON.parse(stored) as Nation | ({ of: Nation } & Partial<PaRules>);
  if (typeof read === "string") return NATIONAL_RULES[read];
  const { of, ...differing } = read;
  return { ...NATIONAL_RULES[of], ...differing };
}

/** Expression: minutes of standard time per PA by stored rules. */
export function standardMinutesPerPa(column: SQLiteColumn): SQL<number> {
  const national = Object.entries(NATIONAL_RULES).map(([nation, rules]) =>
    sql.raw(`WHEN '${nation}' THEN ${rules.standard_minutes_per_pa}`),
  );
  return sql<number>`coalesce(${column} ->> '$.standard_minutes_per_pa',
    CASE coalesce(${column} ->> '$.of', ${column} ->> '$') ${sql.join(national, sql` `)} END)`.mapWith(Number);
}

/**
 * SQL: the references of the elements that count as planned and are the same work as one: itself, and those of plans
 * within a week of its own, whose sessions may lie in the same week.
 * @param element alias of its row
 * @param plan alias of the row of its plan
 */
export function sameWork(element: string, plan: string): string {
  return `(SELECT alike.unique_ref FROM job_plans AS near CROSS JOIN job_plan_elements AS alike
      ON alike.user_id = near.user_id AND alike.plan_ref = near.unique_ref
    WHERE near.user_id = ${plan}.user_id AND near.employer = ${plan}.employer COLLATE NOCASE
      AND coalesce(near.date_end, '9999-12-31') >= date(${plan}.date_start, '-7 days')
      AND +near.date_start <= coalesce(date(${plan}.date_end, '+7 days'), '9999-12-31')
      AND alike.description = ${element}.description COLLATE NOCASE AND alike.category = ${element}.category
      AND alike.counting = 'as_planned')`;
}
