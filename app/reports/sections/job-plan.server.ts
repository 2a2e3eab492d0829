import type { Measure } from "~/diary/expected/hours";
import { lastBegunFirst } from "~/diary/expected/period";
import { dayValuesOf } from "~/diary/leave/day-values";
import { CATEGORY_NAMES } from "~/planning/job-plans/elements";
import { dateRange, firstCounted } from "~/planning/job-plans/plan-dates";
import { type ValuedPlan, valuedPlans } from "~/planning/job-plans/valued-plans.server";
import { longDate } from "~/platform/time/dates";
import { earlierOf, laterOf } from "~/platform/time/london";
import { calculate, type PlanToCalculate } from "~/progress/calculation";
import { formatAmount, sideOf } from "~/progress/format";
import { progressReport } from "~/progress/report";
import { isEmpty, METHOD_NAMES } from "~/progress/sentences";
import { shownReport, withDecimals } from "~/progress/shown-figures";
import type { ElementProgress, Progress, ProgressReport } from "~/progress/types";
import { chosenElements } from "~/reports/document/section.server";
import { formatCell } from "../document/cells";
import { filtersOf, type ReportChoices } from "../document/choices";
import { section } from "../document/section.server";
import type { Cell, ReportPeriod, ReportTable, Sentence } from "../document/types";
import { monthsCounted, monthsTable } from "./plan-months.server";
import {
  leaveStatements,
  measureOf,
  notHeldSentences,
  planStatements,
  sessionsOfPeriod,
  unitsCell,
  unitWord,
} from "./worked.server";

/**
 * Section: what each plan expected in the period compared with what was done, calculated as on the page of progress.
 */
export const jobPlanCompared = section(
  "job-plan",
  (scope) =>
    [sessionsOfPeriod(scope), chosenElements(scope), ...planStatements(scope), ...leaveStatements(scope)] as const,
  ([sessions, named, plans, elements, times, local, leave, years, [settings]], context) => {
    const { choices, period, today, profile } = context;
    const names = new Set(named.map(({ description }) => nameKey(description)));
    const valued = valuedPlans(plans.toSorted(lastBegunFirst), elements, times);
    const input: Omit<PlanToCalculate, "plan" | "period" | "method"> = {
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
    const compared = held
      .filter(({ plan }) => choices.employers.length === 0 || choices.employers.includes(plan.employer))
      .toReversed()
      .flatMap(({ plan, shared }) => {
        const calculation = calculate({ ...input, plan, method: plan.method, period: shared });
        const report = shownReport(progressReport(calculation), withDecimals(input.measure));
        const passing = passingOf(plan, choices, names);
        const rows = report.categories
          .flatMap(({ elements }) => elements)
          .filter(({ element_ref }) => passing?.has(element_ref) ?? true);
        return rows.length === 0 ? [] : [{ plan, calculation, report, passing, rows }];
      });
    const months = compared.flatMap(({ calculation, passing }) => monthsCounted(calculation, passing));
    return {
      empty: formatEmpty(held.length > 0, filtersOf(choices) > 0),
      summary: [...compared.flatMap((each) => summary(each)), ...notHeldSentences(sessions)],
      blocks: [...compared.map(planTable), ...monthsTable(months, input.measure)],
    };
  },
);

function formatEmpty(isAnyHeld: boolean, isFiltered: boolean): string {
  if (!isAnyHeld) return "No job plan covers a day of this period.";
  return isFiltered
    ? "None of the work shown counts towards a job plan in this period."
    : "The job plans in this period have no element that counts.";
}

/** References of the elements of a plan that pass the filters; null for all of them. */
type Passing = ReadonlySet<string> | null;

/** @param named names of the elements in the filter, in lower case */
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

/** The days that the period shares with a plan, from the first day on which the plan counts; null for none. */
function sharedDates(plan: ValuedPlan, { from, until }: ReportPeriod) {
  const begins = laterOf(firstCounted(plan), from);
  const ends = earlierOf(plan.date_end ?? until, until);
  return begins > ends ? null : { begins, ends, isYearOfPlan: false };
}

const HEADS = ["Planned a week", "Expected", "Credited", "Done", "Difference"];

interface Compared {
  plan: ValuedPlan;
  report: ProgressReport;
  passing: Passing;
  rows: readonly ElementProgress[];
}

/** `Job plan 2026/27: 292.21 PAs done, 279.43 expected by 20 November 2026, 12.78 ahead of the plan.` */
function summary({ plan, report, passing, rows }: Compared): Sentence[] {
  const { measure, day, period } = report;
  if (day < period.begins) return [];
  // As on the page of progress: a plan in which nothing is logged is not behind.
  if (isEmpty(report)) return [[`${plan.title}: nothing is logged in this plan yet.`]];
  const { done, expected, balance } = totalOf(report, passing, rows);
  const [unit, by] = [unitWord(measure), longDate(day)];
  const amount = formatCell(unitsCell(Math.abs(balance), measure));
  const side = sideOf(balance) === "behind" ? "behind the plan" : "ahead of the plan";
  const where = /[1-9]/.test(amount) ? `${amount} ${side}` : "as planned";
  const [of, asked] = [unitsCell(done, measure), unitsCell(expected, measure)];
  return [[`${plan.title}: `, of, ` ${unit} done, `, asked, ` expected by ${by}, ${where}.`]];
}

/** The table of one plan. Plans may follow one another, or be of several employers at the same time. */
function planTable({ plan, report, passing, rows }: Compared, at: number): ReportTable {
  const { measure, period, opening } = report;
  const isWhole = passing === null;
  const carried: Cell[][] =
    isWhole && opening !== 0
      ? [["Carried over from before", "", ...[0, 0, 0, 0, opening].map((units) => unitsCell(units, measure))]]
      : [];
  return {
    kind: "table",
    // The id of the first plan has no suffix, so that most reports have one file of this name.
    id: at === 0 ? "job-plan" : `job-plan-${letters(at)}`,
    caption: [plan.title, plan.employer, dateRange({ date_start: period.begins, date_end: period.ends })]
      .filter(Boolean)
      .join(", "),
    heads: ["Element", "Category", ...HEADS.map((head) => `${head} (${unitWord(measure)})`)],
    rows: [...rows.map((row) => [row.element, CATEGORY_NAMES[row.category], ...cellsOf(row, measure)]), ...carried],
    foot: ["All", "", ...cellsOf(totalOf(report, passing, rows), measure)],
    note: noteOf(report, isWhole),
  };
}

/** Sum of the rows, with what was carried over if the whole plan is shown. */
function totalOf({ opening }: ProgressReport, passing: Passing, rows: readonly Progress[]): Progress {
  const total = sumOf(rows);
  return passing === null ? { ...total, balance: total.balance + opening } : total;
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
  if (day < period.begins) return "Nothing is expected yet: a day counts once it is over.";
  const beside = isWhole
    ? [amount(extra, "of extra work"), amount(untagged, "without an element")].filter(Boolean)
    : [];
  const said = `Calculated to ${longDate(day)}, ${METHOD_NAMES[method]}. A day counts once it is over.`;
  return beside.length === 0 ? said : `${said} Not counted: ${beside.join(" and ")}.`;

  function amount(units: number, words: string): string {
    return units === 0 ? "" : `${formatAmount(units, measure)} ${words}`;
  }
}

/** Suffix of a plan's id by its index: `b` for the second. */
function letters(at: number): string {
  const [first, last] = [Math.floor(at / 26), at % 26];
  return (first > 0 ? letters(first - 1) : "") + String.fromCharCode(97 + last);
}
