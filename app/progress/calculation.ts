import { asPlannedWork } from "~/diary/expected/as-planned";
import type { Measure } from "~/diary/expected/hours";
import { elementMinutesWeek, inMeasure, sessionMinutes, type TimedSession } from "~/diary/expected/hours";
import { absenceByDate, halvesLeft, type LeaveTermsOfUser, statedOf } from "~/diary/expected/leave";
import { daysOfPlan, lastCountedDay, type Period } from "~/diary/expected/period";
import { WORK_KINDS, type WorkKind } from "~/diary/fees/kinds";
import { type DayValues, meanOfPlanned } from "~/diary/leave/day-values";
import type { LeaveTerms } from "~/diary/leave/kinds";
import type { Category, Method } from "~/planning/job-plans/elements";
import { paUnitsOf, rulesOfElement } from "~/planning/job-plans/pa-rules";
import { firstCounted } from "~/planning/job-plans/plan-dates";
import { rowMinutes, rowWorked } from "~/planning/job-plans/schedule";
import type { ValuedElement, ValuedPlan } from "~/planning/job-plans/valued-plans.server";
import { exactWeeklyPaUnits, isCounted, weeklyMinutes, weeklyPaUnits } from "~/planning/job-plans/weekly";
import { calendarOf, type LocalPublicHoliday } from "~/planning/public-holidays/calendar";
import { addDays, earlierOf, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import { sumOf } from "./forecast";
import type { Calculation, ReportElement, ReportSession } from "./report";
import type { CarriedBalance } from "./types";

/** A session as it is stored. */
export interface WorkedSession extends TimedSession {
  unique_ref: string;
  start_at: number;
  element_ref: string | null;
  /** Of work outside the plan, which never counts. */
  work_kind?: WorkKind | null;
}

/** One category or one element alone; both null for all. */
interface PlanPart {
  category: Category | null;
  element: string | null;
}

export interface PlanToCalculate {
  plan: ValuedPlan;
  /**
   * All plans that contain a day of the period, `plan` included: together they share what leave with typed PAs takes.
   */
  plans: readonly ValuedPlan[];
  period: Period;
  today: LondonDate;
  local: readonly LocalPublicHoliday[];
  leave: readonly LeaveTerms[];
  leaveTerms: LeaveTermsOfUser;
  values: DayValues;
  sessions: readonly WorkedSession[];
  method: Method;
  measure: Measure;
  part: PlanPart;
  carried?: readonly CarriedBalance[];
}

/** Collects what a report is calculated from, in units of the measure. */
export function calculate(input: PlanToCalculate): Calculation {
  const { plan, plans, period, today, local, leave, leaveTerms, values, method, measure, part, carried = [] } = input;
  const day = lastCountedDay(period, today);
  const sessions = [...sessionsOf(input), ...plannedSessionsOf(input, day)];
  const all = elementsOf(input, sessions);
  const chosen = all.filter((element) => isOf(part, element));
  const isPart = chosen.length > 0 && chosen.length < all.length;
  const elements = isPart ? chosen : all;
  const refs = new Set<string | null>(elements.map(({ element_ref }) => element_ref));
  const calendar = calendarOf(plan.pa_rules.bank_holiday_region, local);
  const statedOff = (date: LondonDate, units: number) =>
    statedOf(plans, elements, date, units).map((each) => inMeasure(each, measure, plan.pa_rules));
  return {
    plan: { unique_ref: plan.unique_ref, title: plan.title, tolerance_percent: plan.tolerance_percent },
    period,
    day,
    method,
    measure,
    opening: isPart ? 0 : openingOf(input) + sumOf(carried.map(({ balance }) => balance)),
    carried: isPart ? [] : carried,
    weeks_per_year_tenths: plan.weeks_per_year_tenths,
    elements,
    days: daysOfPlan(period, elements, calendar, values, absenceByDate(leave, values), statedOff),
    workdaysAWeek: meanOfPlanned(values.workdaysAWeek, period, values),
    sessions: isPart ? sessions.filter(({ element_ref }) => refs.has(element_ref)) : sessions,
    leftHalves: halvesLeft(
      period,
      addDays(today, -1),
      leave,
      { ...leaveTerms, countedFrom: firstCountedOf(plans) },
      values,
    ),
    listUnits: listUnitsOf(plan, refs, measure),
  };
}

function openingOf(input: PlanToCalculate): number {
  const { plan, period, measure } = input;
  return period.begins === firstCounted(plan) ? inMeasure(plan.opening_balance_pa_units, measure, plan.pa_rules) : 0;
}

function firstCountedOf(plans: readonly ValuedPlan[]): LondonDate {
  return plans.map(firstCounted).reduce(earlierOf);
}

function isOf({ category, element }: PlanPart, row: ReportElement): boolean {
  if (element !== null) return row.element_ref === element;
  return category === null || row.category === category;
}

/** Returns the elements that can be chosen as a part: those in the report of the whole plan. */
export function partsOf(input: PlanToCalculate): ReportElement[] {
  return elementsOf(input, sessionsOf(input));
}

/** The sessions of the period that belong to an element of the plan, or to no element. */
function sessionsOf({ plan, period, sessions, measure }: PlanToCalculate): ReportSession[] {
  const elements = new Map(plan.elements.map((element) => [element.unique_ref, element]));
  const [begins, ends] = [londonInstant(period.begins), londonInstant(addDays(period.ends, 1))];
  return sessions.flatMap((session) => {
    const { unique_ref, start_at, element_ref, work_kind = null, pa_units, outcome = "held" } = session;
    const element = element_ref === null ? null : elements.get(element_ref);
    if (element === undefined || start_at < begins || start_at >= ends) return [];
    return {
      unique_ref,
      date: londonMoment(start_at).date,
      start_at,
      element_ref,
      element: element?.description ?? (work_kind && WORK_KINDS[work_kind]),
      counts_to_balance: work_kind === null ? (element?.counts_to_balance ?? null) : false,
      pa_units,
      outcome,
      units: measure === "pas" ? pa_units : sessionMinutes(session),
    };
  });
}

/** The work up to a day that counts as planned, a session for each day that has some. */
function plannedSessionsOf(input: PlanToCalculate, day: LondonDate): ReportSession[] {
  const { plan, period, measure } = input;
  const names = new Map(plan.elements.map(({ unique_ref, description }) => [unique_ref, description]));
  return asPlannedWork({ ...input, span: { begins: period.begins, ends: day } }).map(
    ({ element_ref, date, units }) => ({
      ...{ unique_ref: "", date, start_at: londonInstant(date), element_ref, element: names.get(element_ref) ?? null },
      ...{ counts_to_balance: true, pa_units: measure === "pas" ? units : 0, units, isAsPlanned: true },
    }),
  );
}

/** The elements that count in the plan's weeks, and archived ones that were worked. */
function elementsOf({ plan, measure }: PlanToCalculate, sessions: readonly ReportSession[]): ReportElement[] {
  const worked = new Set(sessions.map(({ element_ref }) => element_ref));
  return plan.elements
    .filter((element) => isCounted(element) || (element.counts_to_balance && worked.has(element.unique_ref)))
    .map((element) => ({
      element_ref: element.unique_ref,
      element: element.description,
      category: element.category,
      week: measure === "pas" ? element.week : elementMinutesWeek(element, plan),
      exactWeekly: exactWeeklyOf(element, plan, measure),
    }));
}

/**
 * Weekly units before rounding to whole units. The stored weekly PAs are used where the element's terms give another
 * figure.
 */
function exactWeeklyOf(element: ValuedElement, plan: ValuedPlan, measure: Measure): number {
  if (!isCounted(element)) return 0;
  if (measure === "hours") return weeklyMinutes(element, plan);
  const isStored = weeklyPaUnits(element, plan) === element.weekly_pa_units;
  return isStored ? exactWeeklyPaUnits(element, plan) : element.weekly_pa_units;
}

/** Units of the longest list of direct clinical care with fixed times; null if there is none. */
function listUnitsOf(plan: ValuedPlan, refs: ReadonlySet<string | null>, measure: Measure): number | null {
  const lists = plan.elements
    .filter((element) => isCounted(element) && refs.has(element.unique_ref))
    .filter(({ pattern, category }) => pattern === "fixed_times" && category === "DCC")
    .flatMap((element) => listsOf(element, plan, measure));
  return lists.length === 0 ? null : Math.max(...lists);
}

function listsOf(element: ValuedElement, plan: ValuedPlan, measure: Measure): number[] {
  const rules = rulesOfElement(plan.pa_rules, element.custom_minutes_per_pa);
  return element.schedule.map((row) => (measure === "pas" ? paUnitsOf(rowWorked(row, rules), rules) : rowMinutes(row)));
}
