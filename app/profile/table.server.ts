import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { PaRules } from "~/planning/job-plans/pa-rules";
import { oneOfUser, rowColumns, versionColumn } from "~/platform/db/columns.server";

/** The user's details and preferences. One row per user; without a row these defaults apply. */
export const profiles = sqliteTable(
  "profiles",
  {
    ...rowColumns,
    gmc_number: text().notNull().default(""),
    grade: text().notNull().default(""),
    specialty: text().notNull().default(""),
    employers: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    sites: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    pa_rules: text({ mode: "json" }).$type<PaRules>(),
    appraisal_month: integer().notNull().default(4),
    units: text({ enum: ["pas", "hours"] })
      .notNull()
      .default("pas"),
    first_view: text({ enum: ["list", "week"] })
      .notNull()
      .default("list"),
    default_element_ref: text(),
    ages: text({ enum: ["exact", "bands"] })
      .notNull()
      .default("exact"),
    age_cuts: text({ mode: "json" }).$type<number[]>().notNull().default([1, 12, 72, 192, 780, 960]),
    day_from_minute: integer().notNull().default(480),
    day_until_minute: integer().notNull().default(1080),
    supervision_labels: text({ mode: "json" }).$type<Record<string, string>>().notNull().default({}),
    hides_first_steps: integer({ mode: "boolean" }).notNull().default(false),
    round_up_mailed: text(),
    ...versionColumn,
  },
  oneOfUser,
);

/**
 * What reports of any days show or count by, as `formatProfileLocked` says, each with the usual answer as it is stored.
 * Not `units`: they show the same figures in hours or in PAs.
 */
export const COUNTED_BY = [
  ...[profiles.ages, profiles.age_cuts, profiles.supervision_labels],
  ...[profiles.day_from_minute, profiles.day_until_minute],
].map((column) => ({ name: column.name, usual: column.mapToDriverValue(column.default as never) as string | number }));
