import type { DayValues } from "~/diary/leave/day-values";
import {
  annualEntitlement,
  STUDY_TYPES,
  splitOf,
  studyEntitlement,
  studyOfThree,
  termsOf,
  threeYearsTo,
  USUAL_SETTINGS,
  type YearTerms,
} from "~/diary/leave/entitlement";
import { isGranted, type LeaveTerms } from "~/diary/leave/kinds";
import { type LeaveYear, leaveYear, leaveYearOf } from "~/diary/leave/years";
import { addDays, daysBetween, type LondonDate } from "~/platform/time/london";
import type { Period } from "./period";

/** What a user has settled about leave. */
export interface LeaveTermsOfUser {
  settings: { year_start: string; study_half_days: number; study_half_days_of_three: number } | undefined;
  years: readonly (YearTerms & { year_begins: LondonDate })[];
}

/** Hundredths of a day in half a day. */
const HALF_DAY = 50;

/**
 * Half days of annual and study leave that are still to be granted among the days of a period after `day`. Of a leave
 * year that ends with it all that is left; of one that goes on, the part that its days up to there are of those left.
 * Leave that is only asked for is still to be granted.
 */
export function halvesLeft(
  { begins, ends }: Pick<Period, "begins" | "ends">,
  day: LondonDate,
  leave: readonly LeaveTerms[],
  { settings = USUAL_SETTINGS, years }: LeaveTermsOfUser,
  values: DayValues,
): number {
  const granted = leave.filter(isGranted);
  const from = day < begins ? begins : addDays(day, 1);
  let hundredths = 0;
  for (let year = leaveYearOf(from, settings.year_start); year.begins <= ends && from <= ends; ) {
    const first = year.begins < from ? from : year.begins;
    const last = year.ends < ends ? year.ends : ends;
    const share = (daysBetween(first, last) + 1) / (daysBetween(first, year.ends) + 1);
    hundredths += share * leftOfYear(year, granted, { settings, years }, day, values);
    year = leaveYear(year.year + 1, settings.year_start);
  }
  // Not rounded: of a fraction of full time what is left is seldom whole half days.
  return hundredths / HALF_DAY;
}

/** Days of annual and of study leave left in a leave year, in hundredths; none for one that is overdrawn. */
function leftOfYear(
  year: LeaveYear,
  granted: readonly LeaveTerms[],
  { settings = USUAL_SETTINGS, years }: LeaveTermsOfUser,
  day: LondonDate,
  values: DayValues,
): number {
  const annual = splitOf(granted, ["annual"], year, day, values);
  const study = splitOf(granted, STUDY_TYPES, year, day, values);
  const three = threeYearsTo(year, settings.year_start);
  const ofThree = studyOfThree(granted, settings.study_half_days_of_three, three, day, values);
  const ofYear = studyEntitlement(settings.study_half_days, study, 0);
  return (
    Math.max(0, annualEntitlement(termsOf(year, years), annual, 0).left.days) +
    Math.max(0, Math.min(ofYear.left.days, ofThree.left.days))
  );
}
