import { paUnits, showPa } from "~/planning/job-plans/pa-rules";
import type { LocalPublicHoliday } from "~/planning/public-holidays/calendar";
import { plainNumber } from "~/platform/money";
import { formatCounted } from "~/platform/time/counted";
import { readDate } from "~/platform/time/dates";
import { daysBetween, type LondonDate } from "~/platform/time/london";
import { dayValuesOf, leaveDates, type WorthOfPlan, worthOf } from "./day-values";
import { isInHours, rowInForce } from "./entitlement";
import { type DayPart, type LeaveSpan, MAX_LEAVE_DAYS } from "./kinds";
import { formatLeaveDays, hoursText, spanOf } from "./rules";
import { leaveYearOf } from "./years";

/** What the worth of leave is calculated from, for a form that shows it before it is saved. */
export interface WorthBasis {
  plans: readonly WorthOfPlan[];
  local: readonly LocalPublicHoliday[];
  year_start: string;
  years: readonly { year_begins: LondonDate; annual_hour_hundredths: number | null }[];
}

/** Returns the typed value of a form field by its name. */
type Typed = (name: string) => string;

/**
 * `Takes 6 days, 3 bank holidays not counted, 13.55 PA`: what the leave takes if the form is saved; annual leave of a
 * year in hours `Takes 54.2 hours, …`. Null while its dates or PAs are missing or cannot be saved.
 */
export function formatWorth(typed: Typed, { plans, local, year_start, years }: WorthBasis): string | null {
  const span = typedSpan(typed);
  if (!span) return null;
  const pa = typedPa(typed("pa"));
  if (pa === false) return null;
  const values = dayValuesOf(plans, local);
  const terms = { ...span, unique_ref: "", type: "annual", status: "approved", stated_pa_units: pa } as const;
  const { halves, units, hours } = worthOf(terms, values);
  const dates = leaveDates(span).map(({ date }) => date);
  const holidays = dates.filter((date) => values.isWorkday(date) && values.isPublicHoliday(date)).length;
  const isWorth = pa !== null || dates.some((date) => values.isPlanned(date));
  const takesHours = isWorth && typed("type") === "annual" && takesHoursOn(span.date_start, year_start, years);
  return [
    `Takes ${takesHours ? hoursText(hours) : formatLeaveDays(halves)}`,
    holidays > 0 && `${formatCounted(holidays, "bank holiday")} not counted`,
    isWorth && `${showPa(units)} PA`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Whether annual leave on a date is counted in hours. */
export function takesHoursOn(date: LondonDate, yearStart: string, years: WorthBasis["years"]): boolean {
  const row = rowInForce(leaveYearOf(date, yearStart, years), years);
  return row !== undefined && isInHours(row);
}

/** The days and halves that were typed; null while they are no leave. */
export function typedSpan(typed: Typed): LeaveSpan | null {
  const date_start = readDate(typed("date_start"));
  const last = readDate(typed("date_end"));
  if (!date_start || last === false) return null;
  const date_end: LondonDate = last ?? date_start;
  if (date_end < date_start || daysBetween(date_start, date_end) >= MAX_LEAVE_DAYS) return null;
  const span = spanOf({
    date_start,
    date_end,
    start_part: partIn(typed("start_part")),
    end_part: partIn(typed("end_part")),
  });
  return "problem" in span ? null : span;
}

function partIn(text: string): DayPart {
  return text === "am" || text === "pm" ? text : "full";
}

/** PA units; null for an empty field, which means the job plan's PAs; false for text that is no number. */
function typedPa(text: string): number | null | false {
  const clean = plainNumber(text);
  if (clean === "") return null;
  return /^\d+\.?\d*$|^\.\d+$/.test(clean) ? paUnits(Number(clean)) : false;
}
