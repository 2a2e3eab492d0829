import { getTableColumns, type Table } from "drizzle-orm";

/** First words of a trigger's error; the dates of the period follow, and what it holds. */
export const LOCKED_WORDS = "locked period";

/**
 * What a trigger refused to change: an entry of locked days, the name of an option in them, their job plan, or that of
 * other days of a leave of theirs.
 */
export type Held = "entry" | "name" | "plan" | "leave";

/** Days that count as locked, for what counts by the day. */
export interface HeldDays {
  held: "plan" | "leave";
  from: string;
  first: string;
  last: string;
}

export const HELD_DAYS: HeldDays = {
  held: "plan",
  from: "locked_periods AS held",
  first: "held.date_start",
  last: "held.date_end",
};

/**
 * Typed PAs are divided by the days of a leave: if some are locked, the others stay days of work, days without or bank
 * holidays, as their plans say.
 */
export const HELD_BY_LEAVE: HeldDays = {
  held: "leave",
  from: `locked_periods AS held CROSS JOIN leave AS away ON away.user_id = held.user_id
    AND away.stated_pa_units IS NOT NULL AND away.date_start <= held.date_end AND away.date_end >= held.date_start`,
  first: "away.date_start",
  last: "away.date_end",
};

/** The columns of a row that a save may raise although nothing else of it changes. */
const SAVED_EACH_TIME = ["user_id", "version", "updated_at"];

/** The columns of a table that only a change of a row alters. */
export function columnsOf(table: Table): string[] {
  const names = Object.values(getTableColumns(table)).map(({ name }) => name);
  return names.filter((name) => !SAVED_EACH_TIME.includes(name));
}

export function isSame(column: string): string {
  return `NEW.${column} IS OLD.${column}`;
}

/** A clause after FROM that finds the periods `held` which refuse a change, where they do so for another reason. */
export interface Because {
  held: Held;
  from: string;
}

/** @param periods clauses after FROM, each of which finds the periods `held` that refuse the change */
export function trigger(name: string, event: string, held: Held, when: string, periods: readonly (string | Because)[]) {
  const each = periods
    .map((period) => (typeof period === "string" ? { held, from: period } : period))
    .map(
      ({ held, from }) =>
        `  SELECT RAISE(ABORT, '${LOCKED_WORDS} ' || held.date_start || '/' || held.date_end || ' ${held}')\n  FROM ${from};`,
    );
  return `CREATE TRIGGER ${name}_locked_${event} AFTER ${event.toUpperCase()} ON ${name}${when}
BEGIN
${each.join("\n")}
END`;
}
