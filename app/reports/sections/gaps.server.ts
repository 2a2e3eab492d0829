import { sql } from "drizzle-orm";
import { cases as casesTable } from "~/diary/cases/table.server";
import { dayValuesOf, NOTHING } from "~/diary/leave/day-values";
import { amountOf, splitOf } from "~/diary/leave/entitlement";
import { LEAVE_TYPES, type LeaveType } from "~/diary/leave/kinds";
import { hasDayIn } from "~/diary/leave/years";
import { sessions } from "~/diary/sessions/table.server";
import { type CountedDates, firstCounted } from "~/planning/job-plans/plan-dates";
import type { PlanDates } from "~/planning/job-plans/schedule";
import { valuedPlans } from "~/planning/job-plans/valued-plans.server";
import { refersTo } from "~/platform/db/columns.server";
import { formatCounted, formatList } from "~/platform/time/counted";
import { monthName } from "~/platform/time/dates";
import { addDays, earlierOf, type LondonDate, laterOf, londonMoment } from "~/platform/time/london";
import { monthsOf } from "~/reports/document/period";
import { cases, count, days, percent, shareOfCases } from "../document/cells";
import { filtersOf } from "../document/choices";
import { type ReportContext, type ReportScope, section } from "../document/section.server";
import type { ReportTable, Sentence } from "../document/types";
import { leaveStatements, planStatements, type WorkedRow, workedSessions } from "./worked.server";

/** Section: months without work, with leave as a possible reason, and what is not recorded in sessions and cases. */
export const gapsAndQuality = section(
  "gaps",
  (scope) =>
    [workedSessions(scope), missingOfCases(scope), ...planStatements(scope), ...leaveStatements(scope)] as const,
  ([all, [missing], plans, elements, times, local, leave], context) => {
    const rows = all.filter(({ outcome }) => outcome === "held");
    const values = dayValuesOf(valuedPlans(plans, elements, times), local);
    const leaveDays = (begins: LondonDate, ends: LondonDate) => {
      const { taken } = splitOf(leave, TYPES, { begins, ends }, context.today, values);
      return amountOf(taken ?? NOTHING).days;
    };
    const { from: begins, until: ends } = context.period;
    const isOfPeriod = ({ date_start, date_end }: PlanDates) =>
      hasDayIn({ begins, ends }, { date_start, date_end: date_end ?? ends });
    const isFiltered = filtersOf(context.choices) > 0;
    const blocks = [
      // A month without the work that is shown may be full of other work.
      ...(isFiltered ? [] : idleMonths(rows, plans.filter(isOfPeriod), context, leaveDays)),
      ...missingTable(rows, missing, isFiltered),
    ];
    return {
      empty: `There is nothing to check ${context.inPeriod}.`,
      summary: summary(blocks),
      blocks,
    };
  },
);

/** `Months without work: August 2026. 4 cases without an ASA grade.` */
function summary(blocks: readonly ReportTable[]): Sentence[] {
  const sentences = blocks.flatMap(({ id, rows }): Sentence[] => {
    if (id === IDLE) {
      const months = rows.length > MAX_NAMED ? `${rows.length}` : formatList(rows.map(([month]) => String(month)));
      return [[`Months without work: ${months}.`]];
    }
    return rows.flatMap(([label, number = ""]) => {
      if (typeof number === "string" || !("value" in number) || number.value === 0) return [];
      const [, things = "", words = ""] = /^(\w+)s (.*)$/.exec(String(label)) ?? [];
      if (number.kind === "cases") return [[cases(number.value, things.toLowerCase()), ` ${words}.`]];
      return [[`${formatCounted(number.value, things.toLowerCase())} ${words}.`]];
    });
  });
  return sentences.length > 0 || blocks.length === 0 ? sentences : [["Nothing is missing."]];
}

const IDLE = "months-without-work";
/** Most months that the summary names; if there are more, it gives their number. */
const MAX_NAMED = 6;

const TYPES = Object.keys(LEAVE_TYPES) as LeaveType[];

/** Table of the months without work since the diary began, of those whose days in the period are all over. */
function idleMonths(
  rows: readonly WorkedRow[],
  plans: readonly CountedDates[],
  { period, today }: ReportContext,
  leaveDays: (begins: LondonDate, ends: LondonDate) => number,
): ReportTable[] {
  const dates = rows.map(({ start_at }) => londonMoment(start_at).date);
  const worked = new Set(dates.map((date) => date.slice(0, 7)));
  // The diary begins with a plan that counts or with work: what was before it is no gap.
  const begins = plans.length === 0 ? period.from : [...plans.map(firstCounted), ...dates].reduce(earlierOf);
  const lastOf = (first: LondonDate) => {
    const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
    return earlierOf(last, period.until);
  };
  const months = monthsOf(period)
    .filter((first) => lastOf(first) < today && !worked.has(first.slice(0, 7)))
    .filter((first) => laterOf(first, period.from) >= begins);
  if (months.length === 0) return [];
  const leaveOf = (first: LondonDate) => leaveDays(laterOf(first, period.from), lastOf(first));
  const lines = months.map((first) => ({ first, leave: leaveOf(first) }));
  // In a diary that has not begun, no month is a gap.
  if (rows.length === 0 && lines.every(({ leave }) => leave === 0)) return [];
  return [
    {
      kind: "table",
      id: IDLE,
      caption: "Months without work",
      heads: ["Month", "Days of leave taken"],
      rows: lines.map(({ first, leave }) => [monthName(first), days(leave)]),
      foot: ["All", days(lines.reduce((sum, { leave }) => sum + leave, 0))],
      note: "No session begins in these months. You may be asked why, for example leave, sickness or work elsewhere.",
    },
  ];
}

/** Statement: the number of cases of the period that lack each field. */
function missingOfCases({ db, chosen }: ReportScope) {
  const lacks = (column: ReturnType<typeof sql> | (typeof casesTable)["asa"]) =>
    sql<number>`total(${column} IS NULL)`.mapWith(Number);
  return db
    .select({
      all: sql<number>`count(*)`.mapWith(Number).as("cases_n"),
      start: lacks(sql`${casesTable.start_at}`).as("no_start"),
      end: lacks(sql`${casesTable.end_at}`).as("no_end"),
      age: lacks(sql`${casesTable.age}`).as("no_age"),
      gender: lacks(sql`${casesTable.gender}`).as("no_gender"),
      asa: lacks(casesTable.asa).as("no_asa"),
      urgency: lacks(sql`${casesTable.urgency}`).as("no_urgency"),
      suspected: sql<number>`total(${casesTable.identifier_suspected})`.mapWith(Number).as("suspected"),
    })
    .from(sessions)
    .innerJoin(casesTable, refersTo(casesTable.session_ref, sessions))
    .where(chosen);
}

type Missing = Awaited<ReturnType<typeof missingOfCases>>[number];

function missingTable(rows: readonly WorkedRow[], missing: Missing | undefined, isFiltered: boolean): ReportTable[] {
  const n = (is: (row: WorkedRow) => boolean) => rows.filter(is).length;
  const ofSessions: [string, number][] = [
    ["Sessions without an element", n(({ element }) => element === null)],
    ["Sessions without times", n(({ no_times }) => no_times)],
    ["Sessions without PAs", n(({ pa_units }) => pa_units === 0)],
    [isFiltered ? "Sessions that overlap another one shown" : "Sessions that overlap another", overlapping(rows)],
  ];
  const all = missing?.all ?? 0;
  if (rows.length + all === 0) return [];
  const ofCases: [string, number][] = missing
    ? [
        ["Cases without a start time", missing.start],
        ["Cases without an end time", missing.end],
        ["Cases without an age", missing.age],
        ["Cases without a gender", missing.gender],
        ["Cases without an ASA grade", missing.asa],
        ["Cases without an urgency", missing.urgency],
        ["Cases whose text looked like an identifier", missing.suspected],
      ]
    : [];
  const sessionRows = ofSessions.map(([label, number]) => {
    return [label, count(number), count(rows.length), percent(number, rows.length)];
  });
  const caseRows = ofCases.map(([label, number]) => {
    return [label, cases(number), cases(all), shareOfCases(number, all)];
  });
  return [
    {
      kind: "table",
      id: "data-quality",
      caption: "What is not recorded",
      heads: ["What", "Number", "Of", "Share"],
      base: 2,
      rows: [...sessionRows, ...(all > 0 ? caseRows : [])],
    },
  ];
}

/**
 * Number of sessions that overlap another one of the period.
 * @param rows first to last
 */
function overlapping(rows: readonly WorkedRow[]): number {
  let latest = Number.NEGATIVE_INFINITY;
  return rows.filter(({ start_at, end_at }, at) => {
    const isBegunWithin = start_at < latest;
    latest = Math.max(latest, end_at);
    const next = rows[at + 1];
    return isBegunWithin || (next !== undefined && next.start_at < end_at);
  }).length;
}
