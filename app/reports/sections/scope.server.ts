import type { Measure } from "~/diary/expected/hours";
import { sumsOf } from "~/diary/sessions/sums";
import { CATEGORIES, CATEGORY_NAMES } from "~/planning/job-plans/elements";
import type { PlanDates } from "~/planning/job-plans/schedule";
import { formatCounted, formatNumber } from "~/platform/time/counted";
import { monthName } from "~/platform/time/dates";
import type { Profile } from "~/profile/queries.server";
import { count, minutes, percent } from "../document/cells";
import { monthsBegun } from "../document/period";
import { type ReportContext, section } from "../document/section.server";
import type { Cell, ReportFacts, ReportTable, Sentence } from "../document/types";
import { formatOutOfHours, outOfHours, publicHolidayRows } from "./out-of-hours.server";
import {
  cellsIn,
  daysOf,
  headsIn,
  measureOf,
  notHeldSentences,
  totalOf,
  unitsCell,
  unitWord,
  type Work,
  workedSessions,
  workOf,
} from "./worked.server";

/**
 * Section: days, sessions, hours and PAs, by category, element, month, employer and site, with on-calls, weekends and
 * late work.
 */
export const scopeOfWork = section(
  "scope",
  (scope) => [workedSessions(scope), ...publicHolidayRows(scope)] as const,
  ([rows, plans, local], context) => {
    const empty = `No sessions are recorded ${context.inPeriod}.`;
    if (rows.length === 0) return { empty, blocks: [] };
    const { profile } = context;
    const measure = measureOf(profile);
    const isOutOfHours = outOfHours(profile, plans, local);
    const worked = rows.map((row) => workOf(row, isOutOfHours, measure));
    const tableOf = (id: string, caption: string, head: string, lines: Lines): ReportTable => ({
      kind: "table",
      ...{ id, caption, heads: [head, ...headsIn(measure)] },
      rows: lines.map(([label, work]) => [label, ...cellsIn(measure, totalOf(work))]),
      foot: ["All", ...cellsIn(measure, totalOf(worked))],
    });
    return {
      empty,
      summary: [...summary(worked, plans, measure), ...notHeldSentences(rows)],
      blocks: [
        figures(worked, plans, profile, measure),
        tableOf("work-by-category", "Work by category", "Category", byCategory(worked)),
        tableOf("work-by-element", "Work by element of the job plan", "Element", byElement(worked)),
        byMonth(worked, context, measure),
        ...(["employer", "site"] as const).flatMap((place) => {
          // Only if any session has one.
          if (worked.every(({ row }) => !row[place])) return [];
          const head = place === "site" ? "Site" : "Employer";
          return [tableOf(`work-by-${place}`, `Work by ${place}`, head, byPlace(worked, place))];
        }),
      ],
    };
  },
);

/** Rows of a table, each with the work that it sums up. */
type Lines = readonly (readonly [label: string, work: readonly Work[]])[];

function summary(worked: readonly Work[], plans: readonly PlanDates[], measure: Measure): Sentence[] {
  const all = totalOf(worked);
  const { days, weekend } = daysOf(worked);
  const sums = balanceSums(worked, plans);
  const unit = unitWord(measure);
  const ofDays = [formatCounted(days, "day"), weekend > 0 && `${formatNumber(weekend)} at a weekend`].filter(Boolean);
  const late: Sentence[] =
    all.late === 0 ? [] : [[formatCounted(all.late, "session"), percent(all.late, all.sessions), " out of hours."]];
  return [
    [`${formatCounted(all.sessions, "session")} on ${ofDays.join(", ")}: `, minutes(all.minutes), " hours."],
    ...(all.onCalls === 0 ? [] : [[`${formatCounted(all.onCalls, "session")} on call.`]]),
    ...late,
    ...(sums.done === 0 ? [] : [[unitsCell(sums.done, measure), ` ${unit} that count towards job plans.`]]),
    ...(sums.extra === 0 ? [] : [[unitsCell(sums.extra, measure), ` ${unit} of extra work.`]]),
  ];
}

function balanceSums(worked: readonly Work[], plans: readonly PlanDates[]) {
  return sumsOf(
    worked.map(({ row, sums }) => ({ ...row, pa_units: sums.units })),
    plans,
  );
}

/**
 * Work in figures.
 * @param plans of the user: on a day of theirs a session without an element does not count
 */
function figures(
  worked: readonly Work[],
  plans: readonly PlanDates[],
  profile: Profile,
  measure: Measure,
): ReportFacts {
  const all = totalOf(worked);
  const { days, weekend } = daysOf(worked);
  const sums = balanceSums(worked, plans);
  const unit = unitWord(measure).replace(/^h/, "H");
  const notes = [
    `${formatOutOfHours(profile)} A session counts on the day it begins. Work that counts as planned is not in these figures.`,
    measure === "hours" &&
      "Hours counted are the hours worked. For a session with fixed PAs, they are the hours that its PAs stand for.",
  ];
  return {
    kind: "facts",
    id: "scope",
    caption: "Work in figures",
    facts: [
      { label: "Days worked", value: count(days) },
      { label: "Of these at a weekend", value: count(weekend) },
      { label: "Sessions", value: count(all.sessions) },
      { label: "Of these on call", value: count(all.onCalls) },
      { label: "Hours", value: minutes(all.minutes) },
      { label: `${unit} that count towards job plans`, value: unitsCell(sums.done, measure) },
      { label: `${unit} of extra work`, value: unitsCell(sums.extra, measure) },
      { label: `${unit} without an element`, value: unitsCell(sums.untagged, measure) },
      { label: "Sessions out of hours", value: count(all.late) },
      { label: "Share out of hours", value: percent(all.late, all.sessions) },
    ],
    note: notes.filter(Boolean).join(" "),
  };
}

/** By category, in the order of a job plan; sessions without an element last. */
function byCategory(worked: readonly Work[]): Lines {
  const groups = Map.groupBy(worked, ({ row }) => row.category ?? "");
  return [...CATEGORIES, "" as const].flatMap((category) => {
    const work = groups.get(category);
    return work ? [[category === "" ? "No element" : CATEGORY_NAMES[category], work] as const] : [];
  });
}

/** By name of element, ignoring upper and lower case, across all plans. */
function byElement(worked: readonly Work[]): Lines {
  const groups = Map.groupBy(worked, ({ row }) => (row.element ?? "").toLowerCase());
  return [...groups].sort(byName).map(([, work]) => [work.at(-1)?.row.element || "No element", work]);
}

function byPlace(worked: readonly Work[], place: "employer" | "site"): Lines {
  const groups = Map.groupBy(worked, ({ row }) => row[place] ?? "");
  return [...groups].sort(byName).map(([name, work]) => [name || "Not recorded", work]);
}

/** Sorts by the alphabet, with an empty name last. */
function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return Number(one === "") - Number(other === "") || one.localeCompare(other, "en-GB");
}

/** Every month of the period that has begun, also one without work. */
function byMonth(worked: readonly Work[], { period, today }: ReportContext, measure: Measure): ReportTable {
  const months = Map.groupBy(worked, ({ date }) => date.slice(0, 7));
  const rowOf = (label: string, work: readonly Work[]): Cell[] => {
    const sums = totalOf(work);
    const { days, weekend } = daysOf(work);
    const figures = [count(days), count(weekend), ...cellsIn(measure, sums), count(sums.onCalls), count(sums.late)];
    return [label, ...figures];
  };
  return {
    kind: "table",
    id: "work-by-month",
    caption: "Work by month",
    heads: ["Month", "Days", "Weekend days", ...headsIn(measure), "On-calls", "Out of hours"],
    rows: monthsBegun(period, today).map((first) => rowOf(monthName(first), months.get(first.slice(0, 7)) ?? [])),
    foot: rowOf("All", worked),
  };
}
