import { getTableColumns } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cases } from "~/diary/cases/table.server";
import { leave } from "~/diary/leave/table.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { ownKey, rowColumns } from "~/platform/db/columns.server";

/** Periods of a diary that were sent to an appraiser: entries in them cannot be changed until they are unlocked. */
export const lockedPeriods = sqliteTable(
  "locked_periods",
  {
    ...rowColumns,
    date_start: text().notNull(),
    date_end: text().notNull(),
    /** Midnight in London before the first day, and after the last one. */
    start_at: integer().notNull(),
    end_at: integer().notNull(),
  },
  ownKey,
);

/** First words of a trigger's error; the dates of the period follow. */
export const LOCKED_WORDS = "locked period";

const SAVED_EACH_TIME = ["user_id", "version", "updated_at"];

/** The tables whose rows a locked period protects, each with the FROM that finds the periods `held` of a row. */
const PROTECTED_PARTS = [
  { table: sessions, name: "sessions", from: startsInPeriod },
  { table: cancellations, name: "cancellations", from: startsInPeriod },
  {
    // A case is in the periods of its session. When a case is deleted with its session, the session's row is already
    // deleted; but then the session's own trigger has refused that.
    table: cases,
    name: "cases",
    from: (row: string) => `locked_periods AS held CROSS JOIN sessions AS own ON own.user_id = held.user_id
    AND own.unique_ref = ${row}.session_ref AND held.start_at <= own.start_at AND held.end_at > own.start_at
  WHERE held.user_id = ${row}.user_id`,
  },
  {
    table: leave,
    name: "leave",
    from: (row: string) => `locked_periods AS held WHERE held.user_id = ${row}.user_id
    AND held.date_start <= ${row}.date_end AND held.date_end >= ${row}.date_start`,
  },
  {
    table: localPublicHolidays,
    name: "local_public_holidays",
    from: (row: string) => `locked_periods AS held WHERE held.user_id = ${row}.user_id
    AND held.date_start <= ${row}.day AND held.date_end >= ${row}.day`,
  },
];

function startsInPeriod(row: string): string {
  return `locked_periods AS held WHERE held.user_id = ${row}.user_id
    AND held.start_at <= ${row}.start_at AND held.end_at > ${row}.start_at`;
}

/**
 * The triggers that refuse any statement that would add, change or delete a row in a locked period, or move one in or
 * out of it: the batch fails, and `lockedIn` recognises the error. They are part of the baseline migration; a test
 * compares it with this. They run AFTER the statement, since an undo inserts rows over existing ones. A row may be
 * saved unchanged with a new version. While no change is open, its text may be encrypted anew, as it is under a new
 * key.
 */
export function lockingTriggers(): string[] {
  const ofParts = PROTECTED_PARTS.flatMap(({ table, name, from }) => {
    const columns = Object.values(getTableColumns(table)).filter((column) => !SAVED_EACH_TIME.includes(column.name));
    const same = columns.map((column) => {
      const isSame = `NEW.${column.name} IS OLD.${column.name}`;
      return column.name === "text_encrypted"
        ? `(${isSame} OR (SELECT open_change FROM diaries WHERE user_id = OLD.user_id) IS NULL)`
        : isSame;
    });
    return [
      trigger(name, "insert", "", [from("NEW")]),
      trigger(name, "update", ` WHEN NOT (${same.join(" AND ")})`, [from("OLD"), from("NEW")]),
      trigger(name, "delete", "", [from("OLD")]),
    ];
  });
  const rules = Object.keys(NATIONAL_RULES.england).map(
    (name) => `NEW.pa_rules ->> '${name}' IS OLD.pa_rules ->> '${name}'`,
  );
  return [
    ...ofParts,
    trigger("options", "update", " WHEN NEW.label IS NOT OLD.label", [USED_IN_PERIOD]),
    trigger("job_plans", "update", ` WHEN NOT (${rules.join(" AND ")})`, [rulesPeriod("OLD"), rulesPeriod("NEW")]),
  ];
}

/**
 * What is expected of locked days, and what leave on them is worth, follows from the PA rules of their plan, and from its
 * bank holidays. Those of one's own are in `local_public_holidays`, and only copied into the rules.
 */
function rulesPeriod(row: string): string {
  return `locked_periods AS held WHERE held.user_id = ${row}.user_id
    AND held.date_end >= ${row}.date_start AND (${row}.date_end IS NULL OR held.date_start <= ${row}.date_end)`;
}

/** A case shows its options by their names: one that a case in a locked period has keeps its name. */
const USED_IN_PERIOD = `locked_periods AS held CROSS JOIN sessions AS own ON own.user_id = held.user_id
    AND own.start_at >= held.start_at AND own.start_at < held.end_at
  CROSS JOIN cases AS uses ON uses.user_id = own.user_id AND uses.session_ref = own.unique_ref
    AND instr(uses.options, '"' || OLD.unique_ref || '"') > 0
  WHERE held.user_id = OLD.user_id`;

function trigger(name: string, event: string, when: string, periods: string[]) {
  const raise = `SELECT RAISE(ABORT, '${LOCKED_WORDS} ' || held.date_start || '/' || held.date_end)`;
  const each = periods.map((from) => `  ${raise}\n  FROM ${from};`);
  return `CREATE TRIGGER ${name}_locked_${event} AFTER ${event.toUpperCase()} ON ${name}${when}
BEGIN
${each.join("\n")}
END`;
}
