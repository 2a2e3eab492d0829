import { type LondonDate, londonMoment, weekday } from "~/platform/time/london";
import type { Profile } from "~/profile/read.server";
import { sessionMinutes } from "~/progress/minutes";
import type { Measure } from "~/progress/types";
import { count, minutes, pas } from "../cells";
import type { Cell, Figure } from "../types";
import type { WorkedRow } from "./rows.server";

/** Progress, and work in reports, are in what the profile says. */
export function measureOf({ units }: Pick<Profile, "units">): Measure {
  return units === "hours" ? "hours" : "pas";
}

/** Whole units of a measure. */
export function unitsCell(units: number, measure: Measure): Figure {
  return measure === "pas" ? pas(units) : minutes(units);
}

/** As a head names it: `PAs`. */
export function unitWord(measure: Measure): "PAs" | "hours" {
  return measure === "pas" ? "PAs" : "hours";
}

/** A session as the tables count it. It belongs to the day in London on which it begins. */
export interface Work {
  row: WorkedRow;
  date: LondonDate;
  /** `units`: of the measure. */
  sums: { sessions: number; minutes: number; units: number; onCalls: number; late: number };
}

export function workOf(row: WorkedRow, isOutOfHours: (instant: number) => boolean, measure: Measure): Work {
  return {
    row,
    date: londonMoment(row.start_at).date,
    sums: {
      sessions: 1,
      // Elapsed, also over a change of the clocks.
      minutes: Math.round((row.end_at - row.start_at) / 60_000),
      units: measure === "pas" ? row.pa_units : sessionMinutes(row),
      onCalls: row.pattern === "on_call" ? 1 : 0,
      late: isOutOfHours(row.start_at) ? 1 : 0,
    },
  };
}

export function totalOf(worked: readonly Work[]): Work["sums"] {
  const of = (name: keyof Work["sums"]) => worked.reduce((sum, { sums }) => sum + sums[name], 0);
  return {
    ...{ sessions: of("sessions"), minutes: of("minutes"), units: of("units") },
    ...{ onCalls: of("onCalls"), late: of("late") },
  };
}

/** The days on which any of it began, and those of them at a weekend. */
export function daysOf(worked: readonly Work[]): { days: number; weekend: number } {
  const dates = [...new Set(worked.map(({ date }) => date))];
  return { days: dates.length, weekend: dates.filter((date) => weekday(date) > 5).length };
}

/** What every table of work says of a line. */
export function headsIn(measure: Measure): string[] {
  return ["Sessions", "Hours", measure === "pas" ? "PAs" : "Hours counted"];
}

export function cellsIn(measure: Measure, sums: Work["sums"]): Cell[] {
  return [count(sums.sessions), minutes(sums.minutes), unitsCell(sums.units, measure)];
}

/** What is counted together, by key, in the order in which the keys first came. */
export function groupedBy<Each>(all: readonly Each[], keyOf: (each: Each) => string): Map<string, Each[]> {
  const groups = new Map<string, Each[]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group) group.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return groups;
}
