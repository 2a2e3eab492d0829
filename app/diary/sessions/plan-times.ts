import { workKind } from "~/diary/fees/kinds";
import { paText } from "~/planning/job-plans/pa-rules";
import { includesDate } from "~/planning/job-plans/plan-dates";
import { formatRow, rowDates, type ScheduleRow } from "~/planning/job-plans/schedule";
import { clockTime } from "~/platform/time/clock-time";
import { readDate } from "~/platform/time/dates";
import { type LondonDate, londonInstant } from "~/platform/time/london";
import { findElement, type PlanChoice } from "./element-choices";
import type { UsualOutside } from "./outside-plan.server";

/** The plan's values for a session of a date and an element, by field name of its form. */
export interface PlanTimes {
  fields: Record<string, string>;
  /** The row of the plan's times that they are taken from: `Tue 08:00–18:00`. */
  line: string;
}

/**
 * Returns times, site and basis of an element on a date; null if the plan has no times for it then.
 * @param plans with the times of their elements
 * @param logged starts of sessions that are in the diary: of several times on a date the first that is not logged is
 * taken
 */
export function planTimesOf(
  plans: readonly PlanChoice[],
  ref: string,
  date: LondonDate,
  logged: readonly number[] = [],
): PlanTimes | null {
  const found = findElement(plans, ref);
  if (!found || !includesDate(found.plan, date)) return null;
  const { plan, element } = found;
  const rows = (element.schedule ?? [])
    .filter((row) => rowDates(row, plan.date_start, date, date).length > 0)
    .sort((one, other) => one.start_minute - other.start_minute);
  const isLogged = (row: ScheduleRow) => logged.includes(londonInstant(date, row.start_minute));
  const row = rows.find((each) => !isLogged(each)) ?? rows[0];
  if (!row) return null;
  const { default_basis, default_fixed_pa_units: fixed, location } = element;
  return {
    line: formatRow(row),
    fields: {
      session_start_time: clockTime(row.start_minute),
      session_end_time: clockTime(row.end_minute),
      pa_calculation_basis: default_basis,
      fixed_PA_allocation: default_basis === "fixed" && fixed !== null ? paText(fixed) : "",
      ...(location && { site: location }),
    },
  };
}

/**
 * The answers of a form, with the plan's values for their date and element in place of those typed; with the usual ones of
 * a kind of work outside the plan where nothing was typed.
 */
export function withPlanTimes(
  values: Record<string, string[]>,
  plans: readonly PlanChoice[],
  usual: UsualOutside,
): Record<string, string[]> {
  const date = readDate(values.session_date?.[0] ?? "");
  const tag = values.job_plan_element_unique_ref?.[0] ?? "";
  const kind = workKind(tag);
  const found = kind ? usual[kind] : date && planTimesOf(plans, tag, date)?.fields;
  if (!found) return values;
  const isFree = ([name, value]: [string, string]) => !kind || (value !== "" && !values[name]?.[0]);
  const fields = Object.entries(found)
    .filter(isFree)
    .map(([name, value]) => [name, [value]]);
  const { whole_day: _, session_greater_24_hours: __, ...others } = values;
  return { ...others, ...Object.fromEntries(fields) };
}
