import { type Sums, sumsOf } from "~/diary/sessions/sums";
import type { PlanDates } from "~/planning/job-plans/schedule";
import { type LondonDate, londonMoment, weekday } from "~/platform/time/london";
import type { Profile } from "~/profile/queries.server";
import type { Measure } from "~/progress/types";
import { count, minutes, percent } from "../cells";
import { formatOutOfHours } from "../hours-of-day";
import type { Cell, ReportFacts } from "../types";
import { unitsCell, unitsOfSession, unitWord } from "./measure";
import type { WorkedRow } from "./rows.server";
import { addedUp } from "./tally";

/** A session as the tables count it. It belongs to the day in London on which it begins. */
export interface Work {
  row: WorkedRow;
  date: LondonDate;
  /** `units`: of the measure. */
  sums: { sessions: number; minutes: number; units: number; onCalls: number; late: number };
}

export const NOTHING: Work["sums"] = { sessions: 0, minutes: 0, units: 0, onCalls: 0, late: 0 };

export function workOf(row: WorkedRow, isOutOfHours: (instant: number) => boolean, measure: Measure): Work {
  return {
    row,
    date: londonMoment(row.start_at).date,
    sums: {
      sessions: 1,
      // Elapsed, also over a change of the clocks.
      minutes: Math.round((row.end_at - row.start_at) / 60_000),
      units: unitsOfSession(row, measure),
      onCalls: row.pattern === "on_call" ? 1 : 0,
      late: isOutOfHours(row.start_at) ? 1 : 0,
    },
  };
}

export function totalOf(lines: Iterable<Work["sums"]>): Work["sums"] {
  return addedUp([...lines], NOTHING);
}

export function isWeekend(date: LondonDate): boolean {
  return weekday(date) > 5;
}

/** What every table of work says of a line. */
export function headsIn(measure: Measure): string[] {
  return ["Sessions", "Hours", measure === "pas" ? "PAs" : "Hours counted"];
}

export function cellsIn(measure: Measure, sums: Work["sums"]): Cell[] {
  return [count(sums.sessions), minutes(sums.minutes), unitsCell(sums.units, measure)];
}

/** Work in figures. @param plans that hold a day of it */
export function workFigures(
  worked: readonly Work[],
  plans: readonly PlanDates[],
  profile: Profile,
  measure: Measure,
): ReportFacts {
  const all = totalOf(worked.map(({ sums }) => sums));
  const dates = [...new Set(worked.map(({ date }) => date))];
  const counted: Sums = sumsOf(
    worked.map(({ row, sums }) => ({ ...row, pa_units: sums.units })),
    plans,
  );
  const unit = unitWord(measure).replace(/^h/, "H");
  return {
    kind: "facts",
    id: "scope",
    caption: "Work in figures",
    facts: [
      { label: "Days worked", value: count(dates.length) },
      { label: "Of these at a weekend", value: count(dates.filter(isWeekend).length) },
      { label: "Sessions", value: count(all.sessions) },
      { label: "Of these on call", value: count(all.onCalls) },
      { label: "Hours", value: minutes(all.minutes) },
      { label: `${unit} that count towards job plans`, value: unitsCell(counted.done, measure) },
      { label: `${unit} of extra work`, value: unitsCell(counted.extra, measure) },
      { label: `${unit} without an element`, value: unitsCell(counted.untagged, measure) },
      { label: "Sessions out of hours", value: count(all.late) },
      { label: "Share out of hours", value: percent(all.late, all.sessions) },
    ],
    note: [
      `${formatOutOfHours(profile)} A session counts on the day on which it begins.`,
      measure === "hours"
        ? "Hours counted are those worked; of a session with fixed PAs, those that its PAs stand for."
        : "",
    ]
      .join(" ")
      .trim(),
  };
}
