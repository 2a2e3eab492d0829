import type { DayValues } from "~/diary/leave/day-values";
import { isGranted, type LeaveTerms } from "~/diary/leave/kinds";
import {
  hasTimes,
  isDue,
  occurrenceUnits,
  startingOn,
  timesBetween,
  timesOfPlan,
  unmatchedTimes,
} from "~/diary/sessions/week-due";
import { rowMinutes } from "~/planning/job-plans/schedule";
import type { ValuedElement, ValuedPlan } from "~/planning/job-plans/valued-plans.server";
import { isCounted } from "~/planning/job-plans/weekly";
import { calendarOf, type LocalPublicHoliday } from "~/planning/public-holidays/calendar";
import { type LondonDate, londonMoment, mondayOf } from "~/platform/time/london";
import type { Measure } from "./hours";
import { elementMinutesWeek, inMeasure } from "./hours";
import { absenceByDate, statedOf } from "./leave";
import { daysOfPlan } from "./period";

/** Work of an element on one day that counts without being logged, in units of the measure. */
export interface AsPlanned {
  element_ref: string;
  date: LondonDate;
  units: number;
}

interface AsPlannedInput {
  plan: ValuedPlan;
  /** All plans of these days: together they share what leave with typed PAs takes. */
  plans: readonly ValuedPlan[];
  /** Days of the plan that count, both included. */
  span: { begins: LondonDate; ends: LondonDate };
  local: readonly LocalPublicHoliday[];
  leave: readonly LeaveTerms[];
  values: DayValues;
  measure: Measure;
}

/** Whether the work of an element counts as planned. */
export function isAsPlanned(element: ValuedElement): boolean {
  return element.counting === "as_planned" && isCounted(element);
}

/**
 * The one rule for work that counts as planned. What has fixed times counts at each of them, unless it lies on a bank
 * holiday or in leave, or a session of its own or "did not happen" answers it: as the diary tells what is not logged. Any
 * other work counts in each week, a share on each day as the plan expects it, less leave of any type; in a week with a
 * session of its own or "did not happen" that stands in its place, whatever its day.
 */
export function asPlannedWork(input: AsPlannedInput): AsPlanned[] {
  const elements = input.plan.elements.filter(isAsPlanned);
  if (elements.length === 0) return [];
  const timed = elements.filter(hasTimes);
  const weekly = elements.filter((element) => !hasTimes(element));
  return [...atTheirTimes(input, timed), ...inTheirWeeks(input, weekly)];
}

function atTheirTimes(input: AsPlannedInput, elements: readonly ValuedElement[]): AsPlanned[] {
  const { plan, span, leave, measure } = input;
  const granted = leave.filter(isGranted);
  return elements.flatMap((element): AsPlanned[] => {
    const { unique_ref: element_ref } = element;
    const rows = timesOfPlan({ ...plan, elements: [element] });
    const said = element.said.map((start_at) => ({ start_at, element_ref }));
    return [...Map.groupBy(timesBetween(rows, span.begins, span.ends), ({ date }) => date)].flatMap(([date, due]) =>
      unmatchedTimes(due, startingOn(said, date), [])
        .open.filter((each) => isDue(each, granted))
        .map(({ row }) => ({
          ...{ element_ref, date, units: measure === "pas" ? occurrenceUnits(row, rows) : rowMinutes(row) },
        })),
    );
  });
}

function inTheirWeeks(input: AsPlannedInput, elements: readonly ValuedElement[]): AsPlanned[] {
  const { plan, plans, span, local, leave, values, measure } = input;
  const said = elements.map((element) => new Set(element.said.map((at) => mondayOf(londonMoment(at).date))));
  const refs = elements.map(({ unique_ref: element_ref }) => ({ element_ref }));
  const days = daysOfPlan(
    span,
    elements.map((element) => ({ week: measure === "pas" ? element.week : elementMinutesWeek(element, plan) })),
    calendarOf(plan.pa_rules.bank_holiday_region, local),
    values,
    // Time in lieu too: it lowers nothing that is expected, and nothing is done in it.
    absenceByDate(leave, values, () => true),
    (date, units) => statedOf(plans, refs, date, units).map((each) => inMeasure(each, measure, plan.pa_rules)),
  );
  return days.flatMap(({ date, worth, off }) =>
    refs.flatMap(({ element_ref }, at) => {
      const units = (worth[at] ?? 0) - (off[at] ?? 0);
      return units === 0 || said[at]?.has(mondayOf(date)) ? [] : [{ element_ref, date, units }];
    }),
  );
}
