import { dayValuesOf } from "~/diary/leave/day-values";
import { CATEGORY_NAMES } from "~/planning/job-plans/elements";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { type ValuedPlan, valuedPlans } from "~/planning/job-plans/valued-plans.server";
import { longDate } from "~/platform/time/dates";
import { calculate, type PlanToCalculate } from "~/progress/calculation";
import { formatAmount } from "~/progress/format";
import { firstCounted, lastBegunFirst } from "~/progress/period";
import { progressReport } from "~/progress/report";
import { METHOD_NAMES } from "~/progress/sentences";
import type { Measure, Progress, ProgressReport } from "~/progress/types";
import { chosenElements } from "~/reports/document/section.server";
import { filtersOf, type ReportChoices } from "../choices";
import { section } from "../section.server";
import type { Cell, ReportPeriod, ReportTable } from "../types";
import { leaveStatements, measureOf, planStatements, sessionsOfPeriod, unitsCell, unitWord } from "./worked.server";

/** What each plan expected of the period, held against what was done: as the page of progress calculates it. */
export const jobPlanCompared = section(
  "job-plan",
  (scope) =>
    [sessionsOfPeriod(scope), chosenElements(scope), ...planStatements(scope), ...leaveStatements(scope)] as const,
  ([sessions, named, plans, elements, times, local, leave, years, [settings]], world) => {
    const { choices, period, today, profile } = world;
    const names = new Set(named.map(({ description }) => nameKey(description)));
    const valued = valuedPlans(plans.toSorted(lastBegunFirst), elements, times);
    const asked: Omit<PlanToCalculate, "plan" | "period" | "method"> = {
      ...{ plans: valued, today, local, leave, sessions },
      leaveTerms: { settings, years },
      values: dayValuesOf(valued, local),
      measure: measureOf(profile),
      part: { category: null, element: null },
    };
    const held = valued.flatMap((plan) => {
      const shared = sharedDates(plan, period);
      return shared ? [{ plan, shared }] : [];
    });
    return {
      empty: formatEmpty(held.length > 0, filtersOf(choices) > 0),
      blocks: held
        .filter(({ plan }) => choices.employers.length === 0 || choices.employers.includes(plan.employer))
        .toReversed()
        .flatMap(({ plan, shared }, at) => {
          const calculation = calculate({ ...asked, plan, method: plan.method, period: shared });
          return planTable(plan, progressReport(calculation), at, passingOf(plan, choices, names));
        }),
    };
  },
);

function formatEmpty(isAnyHeld: boolean, isFiltered: boolean): string {
  if (!isAnyHeld) return "No job plan covers a day of this period.";
  return isFiltered
    ? "Nothing of the work shown counts towards a job plan of this period."
    : "The job plans of this period have no element that counts.";
}

/** The elements of a plan that the filters let pass; null where they are all. */
type Passing = ReadonlySet<string> | null;

/** @param named what the elements of the filter are called */
function passingOf({ elements }: ValuedPlan, choices: ReportChoices, named: ReadonlySet<string>): Passing {
  const specialties = new Set(choices.specialties.map(nameKey));
  if (choices.elements.length + specialties.size === 0) return null;
  const passing = elements
    .filter(({ specialty }) => specialties.size === 0 || specialties.has(nameKey(specialty)))
    .filter(({ description }) => choices.elements.length === 0 || named.has(nameKey(description)));
  return new Set(passing.map(({ unique_ref }) => unique_ref));
}

function nameKey(description: string): string {
  return description.toLowerCase();
}

/** The days that a plan, from when it counts, and the period share; null for none. */
function sharedDates(plan: ValuedPlan, { from, until }: ReportPeriod) {
  const { date_end } = plan;
  const first = firstCounted(plan);
  const begins = first > from ? first : from;
  const ends = date_end !== null && date_end < until ? date_end : until;
  return begins > ends ? null : { begins, ends, isYearOfPlan: false };
}

const HEADS = ["Planned a week", "Expected", "Credited", "Done", "Difference"];

/** A table for each plan: one after the other, or side by side of several employers. */
function planTable(plan: ValuedPlan, report: ProgressReport, at: number, passing: Passing): ReportTable[] {
  const { measure, period, opening } = report;
  const all = report.categories.flatMap(({ elements }) => elements);
  const rows = all.filter(({ element_ref }) => passing?.has(element_ref) ?? true);
  if (rows.length === 0) return [];
  const isWhole = passing === null;
  const total = sumOf(rows);
  const carried: Cell[][] =
    isWhole && opening !== 0
      ? [["Carried over from before", "", ...[0, 0, 0, 0, opening].map((units) => unitsCell(units, measure))]]
      : [];
  return [
    {
      kind: "table",
      // The first plan has the name alone, so that most reports have one file of it.
      id: at === 0 ? "job-plan" : `job-plan-${letters(at)}`,
      caption: [plan.title, plan.employer, dateRange({ date_start: period.begins, date_end: period.ends })]
        .filter(Boolean)
        .join(", "),
      heads: ["Element", "Category", ...HEADS.map((head) => `${head} (${unitWord(measure)})`)],
      rows: [...rows.map((row) => [row.element, CATEGORY_NAMES[row.category], ...cellsOf(row, measure)]), ...carried],
      foot: ["All", "", ...cellsOf(isWhole ? { ...total, balance: total.balance + opening } : total, measure)],
      note: noteOf(report, isWhole),
    },
  ];
}

function sumOf(rows: readonly Progress[]): Progress {
  const of = (name: keyof Progress) => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    weekly: of("weekly"),
    expected: of("expected"),
    credit: of("credit"),
    done: of("done"),
    balance: of("balance"),
  };
}

function cellsOf({ weekly, expected, credit, done, balance }: Progress, measure: Measure): Cell[] {
  return [weekly, expected, credit, done, balance].map((units) => unitsCell(units, measure));
}

/** `Calculated to 20 November 2026, weekly, leave-adjusted. Not counted: 12.50 PA of extra work.` */
function noteOf({ day, method, measure, extra, untagged, period }: ProgressReport, isWhole: boolean): string {
  if (day < period.begins) return "Nothing is expected yet: a day is calculated at its end.";
  const beside = isWhole
    ? [amount(extra, "of extra work"), amount(untagged, "without an element")].filter(Boolean)
    : [];
  const said = `Calculated to ${longDate(day)}, ${METHOD_NAMES[method]}. A day is calculated at its end.`;
  return beside.length === 0 ? said : `${said} Not counted: ${beside.join(" and ")}.`;

  function amount(units: number, words: string): string {
    return units === 0 ? "" : `${formatAmount(units, measure)} ${words}`;
  }
}

/** `b` for the second. */
function letters(at: number): string {
  const [first, last] = [Math.floor(at / 26), at % 26];
  return (first > 0 ? letters(first - 1) : "") + String.fromCharCode(97 + last);
}
