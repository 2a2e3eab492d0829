import type { PaRules } from "~/planning/job-plans/pa-rules";
import { ruledBy } from "~/planning/job-plans/plan-dates";
import type { PlanDates } from "~/planning/job-plans/schedule";
import {
  type BankCalendar,
  type BankHolidayRegion,
  bankHolidaysIn,
  isPublicHoliday,
} from "~/platform/time/bank-holidays";
import type { LondonDate } from "~/platform/time/london";

/** A bank holiday of a user's own (`is_off`), or one of the region that is none there. */
export interface LocalPublicHoliday {
  day: LondonDate;
  is_off: boolean;
}

/** The bank holidays that somebody really has. */
export function calendarOf(region: BankHolidayRegion, local: readonly LocalPublicHoliday[]): BankCalendar {
  return {
    region,
    added: local.filter(({ is_off }) => is_off).map(({ day }) => day),
    removed: local.filter(({ is_off }) => !is_off).map(({ day }) => day),
  };
}

export type PlanRegion = PlanDates & { unique_ref?: string; pa_rules: Pick<PaRules, "bank_holiday_region"> };

/** Whose bank holidays a day goes by: of the plan that rules it, else England and Wales. */
export function regionOn(plans: readonly PlanRegion[], date: LondonDate): BankHolidayRegion {
  return ruledBy(plans, date)?.pa_rules.bank_holiday_region ?? "england_wales";
}

/** Whether a day is a bank holiday for somebody with these plans and days of their own. */
export function isPublicHolidayOn(
  plans: readonly PlanRegion[],
  local: readonly LocalPublicHoliday[],
  date: LondonDate,
): boolean {
  return isPublicHoliday(date, calendarOf(regionOn(plans, date), local));
}

const REGIONS: readonly BankHolidayRegion[] = ["england_wales", "scotland", "northern_ireland"];

/** Every bank holiday from `from` to `to`, each by the region of its own day; first to last. */
export function publicHolidaysBetween(
  plans: readonly PlanRegion[],
  local: readonly LocalPublicHoliday[],
  from: LondonDate,
  to: LondonDate,
): LondonDate[] {
  const national = REGIONS.flatMap((region) => bankHolidaysIn(region, from, to));
  const own = local.filter(({ day, is_off }) => is_off && day >= from && day <= to).map(({ day }) => day);
  const days = [...new Set([...national, ...own])].filter((day) => isPublicHolidayOn(plans, local, day));
  return days.sort();
}
