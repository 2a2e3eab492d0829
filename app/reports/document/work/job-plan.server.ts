import { CATEGORY_NAMES } from "~/job-plans/elements";
import { dateRange } from "~/job-plans/plan-dates";
import { type ValuedPlan, valuedPlans } from "~/job-plans/valued-plans.server";
import { dayValuesOf } from "~/leave/day-values";
import { longDate } from "~/time/dates";
import { lastBegunFirst } from "../../progress/plan-order";
import { type PlanToReckon, reckoningOf } from "../../progress/reckoning";
import { progressReport } from "../../progress/report";
import { METHOD_NAMES } from "../../progress/sentences";
import type { Measure, Progress, ProgressReport } from "../../progress/types";
import { amountWords } from "../../progress/words";
import { minutes, pas } from "../cells";
import type { ReportChoices } from "../choices";
import { chosenElements } from "../scope.server";
import { section } from "../section.server";
import { type Cell, type ReportPeriod, type ReportTable, SECTIONS } from "../types";
import { leaveStatements, planStatements, sessionsOfPeriod } from "./rows.server";

/** What each plan expected of the period, held against what was done: as the page of progress reckons it. */
export const jobPlanCompared = section(
  "job-plan",
  (scope) =>
    [sessionsOfPeriod(scope), chosenElements(scope), ...planStatements(scope), ...leaveStatements(scope)] as const,
  ([sessions, named, plans, elements, times, local, leave, years, [settings]], world) => {
    const { choices, period, today, profile } = world;
    const names = new Set(named.map(({ description }) => nameKey(description)));
    const valued = valuedPlans(plans.toSorted(lastBegunFirst), elements, times);
    const asked: Omit<PlanToReckon, "plan" | "period" | "method"> = {
      ...{ plans: valued, today, local, leave, sessions },
      leaveTerms: { settings, years },
      values: dayValuesOf(valued, local),
      measure: profile.units === "hours" ? "hours" : "pas",
      part: { category: null, element: null },
    };
    const compared = valued
      .filter(({ employer }) => choices.employers.length === 0 || choices.employers.includes(employer))
      .toReversed()
      .flatMap((plan) => {
        const shared = sharedDates(plan, period);
        if (shared === null) return [];
        const reckoning = reckoningOf({ ...asked, plan, method: plan.method, period: shared });
        return [{ plan, names: namesOf(plan, choices, names), report: progressReport(reckoning) }];
      });
    return {
      name: "job-plan",
      title: SECTIONS["job-plan"],
      empty: "No job plan holds a day of this period.",
      blocks: compared.flatMap(({ plan, names, report }, at) => planTable(plan, report, at, names)),
    };
  },
);

/** What the elements of a plan that the filters let pass are called, in small letters; null where all are. */
type Names = ReadonlySet<string> | null;

/** @param named what the elements of the filter are called */
function namesOf({ elements }: ValuedPlan, choices: ReportChoices, named: ReadonlySet<string>): Names {
  const specialties = new Set(choices.specialties.map(nameKey));
  if (choices.elements.length + specialties.size === 0) return null;
  const passing = elements
    .filter(({ specialty }) => specialties.size === 0 || specialties.has(nameKey(specialty)))
    .map(({ description }) => nameKey(description));
  return new Set(passing.filter((name) => choices.elements.length === 0 || named.has(name)));
}

function nameKey(description: string): string {
  return description.toLowerCase();
}

/** The days that a plan and the period share; null for none. */
function sharedDates({ date_start, date_end }: ValuedPlan, { from, until }: ReportPeriod) {
  const begins = date_start > from ? date_start : from;
  const ends = date_end !== null && date_end < until ? date_end : until;
  return begins > ends ? null : { begins, ends, isYearOfPlan: false };
}

/** A table for each plan: one after the other, or side by side of several employers. */
function planTable(plan: ValuedPlan, report: ProgressReport, at: number, names: Names): ReportTable[] {
  const { measure, period, opening } = report;
  const all = report.categories.flatMap(({ elements }) => elements);
  const rows = all.filter(({ element }) => names?.has(nameKey(element)) ?? true);
  if (rows.length === 0) return [];
  const isWhole = names === null;
  const total = sumOf(rows);
  const carried: Cell[][] =
    isWhole && opening !== 0
      ? [["Carried over from before", "", ...[0, 0, 0, 0, opening].map((units) => unitsOf(units, measure))]]
      : [];
  return [
    {
      kind: "table",
      // The first plan has the name alone, so that most reports have one file of it.
      id: at === 0 ? "job-plan" : `job-plan-${letters(at)}`,
      caption: [plan.title, plan.employer, dateRange({ date_start: period.begins, date_end: period.ends })]
        .filter(Boolean)
        .join(", "),
      heads: ["Element", "Category", "Planned a week", "Expected", "Credited", "Done", "Difference"],
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
  return [weekly, expected, credit, done, balance].map((units) => unitsOf(units, measure));
}

function unitsOf(units: number, measure: Measure): Cell {
  return measure === "pas" ? pas(units) : minutes(units);
}

/** `Reckoned to 20 November 2026, weekly, leave-adjusted. Not counted: 12.50 PA of extra work.` */
function noteOf({ day, method, measure, extra, untagged, period }: ProgressReport, isWhole: boolean): string {
  if (day < period.begins) return "Nothing is expected yet: a day is reckoned at its end.";
  const beside = isWhole
    ? [amount(extra, "of extra work"), amount(untagged, "without an element")].filter(Boolean)
    : [];
  const said = `Reckoned to ${longDate(day)}, ${METHOD_NAMES[method]}. A day is reckoned at its end.`;
  return beside.length === 0 ? said : `${said} Not counted: ${beside.join(" and ")}.`;

  function amount(units: number, words: string): string {
    return units === 0 ? "" : `${amountWords(units, measure)} ${words}`;
  }
}

/** `b` for the second. */
function letters(at: number): string {
  const [first, last] = [Math.floor(at / 26), at % 26];
  return (first > 0 ? letters(first - 1) : "") + String.fromCharCode(97 + last);
}
