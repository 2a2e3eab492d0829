import { WORK_KINDS } from "~/diary/fees/kinds";
import { monthName } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { byAge, isChild } from "../document/ages";
import { BY_ASA, BY_GENDER, BY_URGENCY } from "../document/case-axes";
import {
  type CountedCase,
  countedCases,
  countedSessions,
  elementsUsed,
  type UsedElement,
} from "../document/case-rows.server";
import { cases, shareOfCases } from "../document/cells";
import { type Axis, crossTable, shareTable } from "../document/cross-table";
import { monthsBegun } from "../document/period";
import { type ReportContext, section } from "../document/section.server";
import type { Drawing, ReportFacts, ReportTable, Sentence } from "../document/types";
import { formatOutOfHours, outOfHours, publicHolidayRows } from "./out-of-hours.server";

/** Section: cases by month, by element and specialty, by ASA grade and urgency, by age and by gender. */
export const caseload = section(
  "caseload",
  (scope) => [countedSessions(scope), elementsUsed(scope), ...publicHolidayRows(scope)] as const,
  ([rows, elements, plans, local], context) => {
    const counted = countedCases(rows, context);
    const empty = `No cases are recorded ${context.inPeriod}.`;
    if (counted.length === 0) return { empty, blocks: [] };
    const isOutOfHours = outOfHours(context.profile, plans, local);
    const numbers = numbersOf(counted, isOutOfHours);
    const byAsa = { id: "asa-by-urgency", caption: "ASA grade and urgency" };
    return {
      empty,
      summary: summary(numbers),
      blocks: [
        figures(numbers, context),
        byMonth(counted, isOutOfHours, context),
        ...byList(counted, elements),
        {
          ...crossTable<CountedCase>(byAsa, BY_ASA, BY_URGENCY, counted),
          draws: { kind: "both-ways", across: BY_URGENCY.head },
        },
        { ...shareTable({ id: "age-bands", caption: "Age" }, byAge(context.profile.age_cuts), counted), draws: BY_ROW },
        shareTable({ id: "gender", caption: "Gender" }, BY_GENDER, counted),
      ],
    };
  },
);

const BY_ROW: Drawing = { kind: "rows", column: 1 };

type Clock = (instant: number) => boolean;

function numbersOf(counted: readonly CountedCase[], isOutOfHours: Clock) {
  const number = (is: (each: CountedCase) => boolean) => counted.filter(is).length;
  return {
    all: counted.length,
    graded: number(({ urgency }) => urgency !== null),
    aged: number(({ age }) => age !== null),
    emergencies: number(({ urgency }) => urgency === 1 || urgency === 2),
    children: number(isChild),
    late: number(({ at }) => isOutOfHours(at)),
  };
}

type Numbers = ReturnType<typeof numbersOf>;

/** Sentences of the summary. Each share is of the cases for which the fact is recorded. */
function summary({ all, graded, aged, emergencies, children, late }: Numbers): Sentence[] {
  const part = (number: number, whole: number, words: string): Sentence[] =>
    number === 0 ? [] : [[cases(number), shareOfCases(number, whole), ` ${words}.`]];
  return [
    [cases(all, "case"), "."],
    ...part(emergencies, graded, "urgent or immediate"),
    ...part(children, aged, "under 16 years old"),
    ...part(late, all, "out of hours"),
  ];
}

function figures(numbers: Numbers, { profile }: ReportContext): ReportFacts {
  const { all, graded, aged, emergencies, children, late } = numbers;
  return {
    kind: "facts",
    id: "caseload",
    caption: "Caseload in figures",
    facts: [
      { label: "Cases", value: cases(all) },
      { label: "Urgent or immediate", value: cases(emergencies) },
      { label: "Share of cases with an urgency", value: shareOfCases(emergencies, graded) },
      { label: "Under 16 years", value: cases(children) },
      { label: "Share of cases with an age", value: shareOfCases(children, aged) },
      { label: "Out of hours", value: cases(late) },
      { label: "Share of all cases", value: shareOfCases(late, all) },
    ],
    note: `${formatOutOfHours(profile)} A case without a start time counts by the start of its session.`,
  };
}

/** Every month of the period that has begun, also one without cases. */
function byMonth(counted: readonly CountedCase[], isOutOfHours: Clock, { period, today }: ReportContext): ReportTable {
  const months = new Map(
    monthsBegun(period, today).map((month) => [month.slice(0, 7), { all: 0, late: 0, children: 0 }]),
  );
  const total = { all: 0, late: 0, children: 0 };
  for (const each of counted) {
    const month = months.get(londonMoment(each.session_start_at).date.slice(0, 7));
    for (const sums of month ? [month, total] : []) {
      sums.all += 1;
      if (isOutOfHours(each.at)) sums.late += 1;
      if (isChild(each)) sums.children += 1;
    }
  }
  const cellsOf = ({ all, late, children }: typeof total) => {
    return [cases(all), cases(late), shareOfCases(late, all), cases(children)];
  };
  return {
    kind: "table",
    id: "cases-by-month",
    caption: "Cases by month",
    heads: ["Month", "Cases", "Out of hours", "Share out of hours", "Under 16 years"],
    rows: [...months].map(([month, sums]) => [monthName(`${month}-01`), ...cellsOf(sums)]),
    foot: ["All", ...cellsOf(total)],
    note: "A case counts on the day its session begins.",
    draws: { kind: "months", of: [...months.keys()].map((month) => `${month}-01`), column: 1 },
  };
}

const OUTSIDE_PLAN: readonly UsedElement[] = Object.entries(WORK_KINDS).map(([unique_ref, description]) => {
  return { unique_ref, description, specialty: "" };
});

/** Cases by name of element, across all plans, and by specialty if any is recorded. */
function byList(counted: readonly CountedCase[], elements: readonly UsedElement[]): ReportTable[] {
  const used = [...elements, ...OUTSIDE_PLAN];
  const byRef = new Map(used.map((element) => [element.unique_ref, element]));
  const by = (head: string, rest: string, nameOf: (element: UsedElement) => string): Axis<CountedCase> => {
    const names = new Map(used.map((element) => [nameOf(element).toLowerCase(), nameOf(element)]));
    const named = [...names].filter(([key]) => key !== "").map(([value, label]) => ({ value, label }));
    return {
      ...{ head, rest, onlyUsed: true },
      places: named.sort((one, other) => one.label.localeCompare(other.label, "en-GB")),
      keyOf: ({ element_ref }) => {
        const element = byRef.get(element_ref ?? "");
        return element ? nameOf(element).toLowerCase() : "";
      },
    };
  };
  const byElement = by("Element", "No element", ({ description }) => description);
  const bySpecialty = by("Specialty", "Not recorded", ({ specialty }) => specialty);
  return [
    crossTable({ id: "cases-by-element", caption: "Element and urgency" }, byElement, BY_URGENCY, counted),
    ...(bySpecialty.places.length === 0
      ? []
      : [crossTable({ id: "cases-by-specialty", caption: "Specialty and urgency" }, bySpecialty, BY_URGENCY, counted)]),
  ];
}
