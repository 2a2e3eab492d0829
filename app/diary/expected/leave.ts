import { daysLeftOf, entitledHolidays } from "~/diary/leave/bank-holiday-ways";
import { type DayValues, meanOfPlanned, worthByDate } from "~/diary/leave/day-values";
import {
  annualEntitlement,
  annualInHours,
  type Entitlement,
  isInHours,
  splitOf,
  termsOf,
  USUAL_SETTINGS,
  WORKDAYS,
  type YearTerms,
} from "~/diary/leave/entitlement";
import { isGranted, type LeaveTerms, type LeaveType, lowersExpected } from "~/diary/leave/kinds";
import { STUDY_TYPES, studyEntitlement, studyFrom, studyOfThree, threeYearsTo } from "~/diary/leave/study";
import { type DateRange, type LeaveYear, leaveYear, leaveYearOf } from "~/diary/leave/years";
import { plansOn } from "~/planning/job-plans/plan-dates";
import type { ValuedPlan } from "~/planning/job-plans/valued-plans.server";
import { isCounted, shared, type WeekUnits } from "~/planning/job-plans/weekly";
import { addDays, daysBetween, earlierOf, type LondonDate, laterOf, weekday } from "~/platform/time/london";

/** Absence on one date. */
export interface Absence {
  /** Half days of absence whose worth follows from the plan; at most two, as are the sick and leave halves together. */
  halves: number;
  /** Half days of sickness, with or without typed PAs. */
  sickHalves: number;
  /** Half days of leave of any kind except sickness. */
  leaveHalves: number;
  /** PA units of leave whose PAs were typed: they replace the plan's figures. */
  stated: number;
}

export const NO_ABSENCE: Absence = { halves: 0, sickHalves: 0, leaveHalves: 0, stated: 0 };

const HALVES_PER_DAY = 2;

/**
 * Returns granted leave by date. Time in lieu is left out, since it does not lower what is expected. A date has at most
 * two half days, however they are entered, and sickness takes precedence over leave.
 * @param isAbsence which types of leave it is to have
 */
export function absenceByDate(
  leave: readonly LeaveTerms[],
  values: DayValues,
  isAbsence: (type: LeaveType) => boolean = lowersExpected,
): Map<LondonDate, Absence> {
  const absence = new Map<LondonDate, Absence>();
  for (const each of leave) {
    if (!isGranted(each) || !isAbsence(each.type)) continue;
    const isStated = each.stated_pa_units !== null;
    const isSick = each.type === "sick";
    for (const { date, off, units } of worthByDate(each, values)) {
      const known = absence.get(date) ?? NO_ABSENCE;
      absence.set(date, {
        halves: known.halves + (isStated ? 0 : off),
        sickHalves: known.sickHalves + (isSick ? off : 0),
        leaveHalves: known.leaveHalves + (isSick ? 0 : off),
        stated: known.stated + (isStated ? units : 0),
      });
    }
  }
  for (const [date, each] of absence) absence.set(date, withinOneDay(each));
  return absence;
}

function withinOneDay({ halves, sickHalves, leaveHalves, stated }: Absence): Absence {
  const sick = Math.min(sickHalves, HALVES_PER_DAY);
  return {
    halves: Math.min(halves, HALVES_PER_DAY),
    sickHalves: sick,
    leaveHalves: Math.min(leaveHalves, HALVES_PER_DAY - sick),
    stated,
  };
}

/** Divides units by weights into whole units that add up to `units`; into equal parts if all weights are zero. */
export function apportioned(units: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return shared(units, weights.length);
  let weight = 0;
  let given = 0;
  return weights.map((each) => {
    weight += each;
    const share = Math.round((units * weight) / all) - given;
    given += share;
    return share;
  });
}

/**
 * Divides the typed PAs of a date between the weeks of elements: by what each is worth on that weekday, or in the whole
 * week if the weekday is worth nothing, as a Saturday in most plans.
 */
export function statedByWeek(units: number, weeks: readonly WeekUnits[], date: LondonDate): number[] {
  const ofDay = weeks.map((week) => week[weekday(date) - 1] ?? 0);
  if (ofDay.some((each) => each > 0)) return apportioned(units, ofDay);
  return apportioned(
    units,
    weeks.map((week) => week.reduce((sum, each) => sum + each, 0)),
  );
}

/**
 * PA units that leave with typed PAs takes from each element on a date. The elements of all plans of that date share it.
 */
export function statedOf(
  plans: readonly ValuedPlan[],
  elements: readonly { element_ref: string }[],
  date: LondonDate,
  units: number,
): number[] {
  const sharing = plansOn(plans, date).flatMap((plan) => plan.elements.filter(isCounted));
  const taken = statedByWeek(
    units,
    sharing.map(({ week }) => week),
    date,
  );
  const byElement = new Map(sharing.map(({ unique_ref }, at) => [unique_ref, taken[at] ?? 0]));
  return elements.map(({ element_ref }) => byElement.get(element_ref) ?? 0);
}

/** A user's leave settings and leave years. */
export interface LeaveTermsOfUser {
  settings: { year_start: string; study_half_days: number; study_half_days_of_three: number } | undefined;
  years: readonly (YearTerms & { year_begins: LondonDate })[];
  /** The first day that any plan counts: before it the user was elsewhere, or kept no diary. Without it, all days count. */
  countedFrom?: LondonDate;
}

/** Hundredths of a day in half a day. */
const HALF_DAY = 50;

/**
 * Returns the half days of annual and study leave that are still to be granted for the days of a period after `day`,
 * which may lie before the period. What is left of a leave year is spread over all its days left, and a period gets the
 * share of its own days, so that plans that follow one another divide it between them. Leave that is only requested counts as still to be granted.
 * In the year in which the user's plans begin to count, the entitlement counts in proportion from that day, unless the
 * diary has leave of the year from before it: then what is left of the whole year is known.
 */
export function halvesLeft(
  { begins, ends }: { begins: LondonDate; ends: LondonDate },
  day: LondonDate,
  leave: readonly LeaveTerms[],
  { settings = USUAL_SETTINGS, ...terms }: LeaveTermsOfUser,
  values: DayValues,
): number {
  const granted = leave.filter(isGranted);
  const from = laterOf(begins, addDays(day, 1));
  let hundredths = 0;
  for (let year = leaveYearOf(from, settings.year_start, terms.years); year.begins <= ends && from <= ends; ) {
    const first = laterOf(year.begins, from);
    const last = earlierOf(year.ends, ends);
    const spreadFrom = [addDays(day, 1), terms.countedFrom ?? year.begins].reduce(laterOf, year.begins);
    const share = (daysBetween(first, last) + 1) / (daysBetween(spreadFrom, year.ends) + 1);
    hundredths += share * leftOfYear(year, granted, { settings, ...terms }, day, values);
    year = leaveYear(year.year + 1, settings.year_start, terms.years);
  }
  // Not rounded: for a fraction of full time the leave left is seldom a whole number of half days.
  return hundredths / HALF_DAY;
}

/**
 * Annual and study leave left in a leave year, in hundredths of a day of work; an overdrawn entitlement counts as none
 * left. An entitlement is in days of the week that its part of full time says, which may be another than that of the
 * plans: of 32 days of full time a plan of one day a week has 6.4. What was taken is in days of work already. Hours left
 * are those of one's own post: as many days of work as they make in an average week of the plans.
 */
function leftOfYear(
  year: LeaveYear,
  granted: readonly LeaveTerms[],
  { settings = USUAL_SETTINGS, years, countedFrom = year.begins }: LeaveTermsOfUser,
  day: LondonDate,
  values: DayValues,
): number {
  const terms = termsOf(year, years);
  const annual = splitOf(granted, ["annual"], year, day, values);
  const study = splitOf(granted, STUDY_TYPES, year, day, values);
  const three = threeYearsTo(year, settings.year_start, years);
  const threeFrom = studyFrom(year, settings.year_start, years, [{ date_start: countedFrom }]);
  const ofThree = studyOfThree(...([granted, settings.study_half_days_of_three, terms, three, day, values] as const), {
    days: 1 - partBefore(threeFrom, three, granted),
    of: 1,
  });
  const ofYear = studyEntitlement(settings.study_half_days, terms, study, 0);
  const before = partBefore(terms.post_begins ?? countedFrom, year, granted);
  const first = before === 0 ? year.begins : laterOf(year.begins, terms.post_begins ?? countedFrom);
  const holidays = entitledHolidays(terms.bank_holidays, { begins: first, ends: year.ends }, day, values);
  const workdays = meanOfPlanned(values.workdaysAWeek, year, values);
  const inWork = workdays / (WORKDAYS * (terms.fraction_hundredths / 100));
  const leftOf = ({ entitled, carried, taken, booked }: Entitlement) =>
    (entitled.days * (1 - before) + carried.days) * inWork - taken.days - booked.days;
  const leftOfThree = ofThree.entitled * inWork - ofThree.used.days;
  const leftOfStudy = Math.max(0, Math.min(leftOf(ofYear), leftOfThree));
  if (isInHours(terms)) {
    const hours = meanOfPlanned(values.hoursAWeek, year, values);
    const share = { days: 1 - before, of: 1 };
    const { left } = annualInHours(terms, annual, { units: 0, hours }, share, holidays);
    return (hours === 0 ? 0 : Math.max(0, (100 * left.hours * workdays) / hours)) + leftOfStudy;
  }
  const ofHolidays = daysLeftOf(holidays, terms.fraction_hundredths * inWork);
  return Math.max(0, leftOf(annualEntitlement(terms, annual, 0)) + ofHolidays) + leftOfStudy;
}

/** The part of a leave year, or of three, before a day, as a fraction; 0 if the diary has annual or study leave of that part. */
function partBefore(day: LondonDate, { begins, ends }: DateRange, granted: readonly LeaveTerms[]): number {
  const isKnown = granted.some(
    ({ type, date_start, date_end }) =>
      (type === "annual" || STUDY_TYPES.includes(type)) && date_start < day && date_end >= begins,
  );
  if (isKnown || day <= begins) return 0;
  return daysBetween(begins, day) / (daysBetween(begins, ends) + 1);
}
