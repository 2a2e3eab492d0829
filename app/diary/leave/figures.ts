import { showPa } from "~/planning/job-plans/pa-rules";
import { plansOn } from "~/planning/job-plans/plan-dates";
import { shownPaUnits } from "~/planning/job-plans/shown-units";
import { formatCounted } from "~/platform/time/counted";
import { longDate } from "~/platform/time/dates";
import { daysBetween } from "~/platform/time/london";
import { entitledHolidays } from "./bank-holiday-ways";
import { meanOfPlanned } from "./day-values";
import {
  type Amount,
  amountOf,
  annualEntitlement,
  annualInHours,
  type Entitlement,
  entitledFrom,
  isInHours,
  splitOf,
  termsOf,
} from "./entitlement";
import { LEAVE_TYPES, type LeaveType } from "./kinds";
import type { ReadLeaveYear } from "./queries.server";
import { daysText, hoursText } from "./rules";
import { STUDY_TYPES, studyEntitlement, studyFrom, studyOfThree, threeYearsTo } from "./study";
import { datesOf, hasDayIn, type LeaveYear, shareOfYear } from "./years";

/** An amount in days and in PAs; the unit that the user chose comes first. */
export interface AmountShown {
  first: string;
  unit: string;
  /** `20.00 PA`; null if no plan gives the worth of a day. */
  second: string | null;
}

export interface CardFigure {
  label: string;
  amount: AmountShown;
  /** How it is calculated, such as `32.0 days × 0.6`. */
  more?: string | undefined;
  /** True when more is taken and booked than there is. */
  isOver?: boolean;
}

type ShowAmount = (amount: Amount) => AmountShown;

/** Entitlement, leave taken and booked, and the rest, by type. */
export function leaveFigures(read: ReadLeaveYear, weekly: number | null) {
  const { year, settings, leave, values, today } = read;
  const show = showAmounts(settings.shown_first, weekly);
  const showAnnual = showAnnualAmounts(read, weekly);
  const split = (types: readonly LeaveType[]) => splitOf(leave, types, year, today, values);
  const terms = termsOf(year, read.yearRows);
  const from = entitledFrom(year, terms, read.plans);
  const share = shareOfYear(year, from);
  const holidays = entitledHolidays(terms.bank_holidays, { begins: from, ends: year.ends }, today, values);
  const hours = meanOfPlanned(values.hoursAWeek, year, values);
  const annual = asShown(
    isInHours(terms)
      ? annualInHours(terms, split(["annual"]), { units: weekly ?? 0, hours }, share, holidays)
      : annualEntitlement(terms, split(["annual"]), weekly ?? 0, share, holidays),
  );
  const study = asShown(studyEntitlement(settings.study_half_days, terms, split(STUDY_TYPES), weekly ?? 0, share));
  const three = threeYearsTo(year, settings.year_start, read.yearRows);
  const threeFrom = studyFrom(year, settings.year_start, read.yearRows, read.plans);
  const ofThree = studyOfThree(...([leave, settings.study_half_days_of_three, terms, three, today, values] as const), {
    days: daysBetween(threeFrom, three.ends) + 1,
    of: daysBetween(three.begins, three.ends) + 1,
  });
  const isOver = (left: Amount) => (settings.shown_first === "pas" && weekly !== null ? left.units : left.days) < 0;
  const isAnnualOver = (left: Amount) => (isInHours(terms) ? left.hours < 0 : isOver(left));
  const fraction = terms.fraction_hundredths !== 100 && ` × ${terms.fraction_hundredths / 100}`;
  const ofShare = share.days !== share.of && ` × ${share.days} ÷ ${share.of}`;
  const since = from !== year.begins && `, from ${longDate(from)}`;
  const factors = [
    !isInHours(terms) && fraction,
    ofShare,
    holidays.count > 0 && ` + ${[formatHolidays(holidays.count), fraction].filter(Boolean).join("")}`,
    since,
  ].filter(Boolean);
  const typed = isInHours(terms)
    ? hoursText(terms.annual_hour_hundredths ?? 0)
    : `${daysText(terms.annual_half_days * 50)} days`;
  const part = `${typed}${factors.join("")}`;
  const studyPart = [`${daysText(settings.study_half_days * 50)} days`, fraction, ofShare, since].filter(Boolean);
  const more = {
    Entitlement: factors.length === 0 ? null : part,
    Taken: holidays.taken.halves === 0 ? null : `with ${formatHolidays(holidays.taken.halves / 2)}`,
    Booked: holidays.booked.halves === 0 ? null : `with ${formatHolidays(holidays.booked.halves / 2)}`,
  };
  return {
    /** A sentence with the annual leave that is left. */
    lead: leadOf(annual, year, today, showAnnual, isAnnualOver(annual.left)),
    annual: entitlementFigures(annual, showAnnual, isAnnualOver, more),
    study: [
      ...entitlementFigures(study, show, isOver, {
        Entitlement: studyPart.length === 1 ? null : studyPart.join(""),
      }).filter(({ label }) => label !== "Carried over"),
      {
        label: "Left over three years",
        amount: { ...inDays(ofThree.left), second: null },
        more: `of ${daysText(ofThree.entitled)} from ${longDate(threeFrom)}`,
        isOver: ofThree.left.days < 0,
      },
    ],
    /** Types without an entitlement. */
    others: otherTypes(read).map((type) => {
      const { taken, booked } = split([type]);
      return { name: LEAVE_TYPES[type], taken: show(amountOf(taken)), booked: show(amountOf(booked)) };
    }),
  };
}

/**
 * PA units of a week of the year: the average over its days within a plan, so that a plan that changes during the year
 * counts for its duration. Null if no plan covers any of them.
 */
export function weeklyUnitsOf({ plans, year }: ReadLeaveYear): number | null {
  const days = datesOf(year)
    .map((date) => plansOn(plans, date))
    .filter((held) => held.length > 0);
  const units = days.flat().reduce((sum, plan) => sum + plan.weekly_pa_units, 0);
  return days.length === 0 ? null : Math.round(units / days.length);
}

/** As `showAmounts`, for annual leave: hours, then PAs, in a year whose entitlement is in hours. */
export function showAnnualAmounts({ year, yearRows, settings }: ReadLeaveYear, weekly: number | null): ShowAmount {
  if (!isInHours(termsOf(year, yearRows))) return showAmounts(settings.shown_first, weekly);
  return ({ hours, units }) => {
    const [first = "", unit = ""] = hoursText(hours).split(" ");
    return { first, unit, second: weekly === null ? null : `${showPa(units)} PA` };
  };
}

/**
 * Makes a function that formats amounts.
 * @param weekly null without a plan: then amounts are in days only
 */
export function showAmounts(shownFirst: "days" | "pas", weekly: number | null): ShowAmount {
  return (amount) => {
    if (weekly === null) return { ...inDays(amount), second: null };
    const pas = showPa(amount.units);
    if (shownFirst === "days") return { ...inDays(amount), second: `${pas} PA` };
    const { first, unit } = inDays(amount);
    return { first: pas, unit: "PA", second: `${first} ${unit}` };
  };
}

function inDays({ days }: Amount): { first: string; unit: string } {
  return { first: daysText(days), unit: days === 100 ? "day" : "days" };
}

/** An entitlement in the figures that are shown: what is left is what the others come to. Days have no more decimals. */
function asShown({ left, ...parts }: Entitlement): Entitlement {
  const round = ({ days, units, hours }: Amount) => ({ days, units: shownPaUnits(units), hours: Math.round(hours) });
  const [entitled, carried] = [round(parts.entitled), round(parts.carried)];
  const [taken, booked] = [round(parts.taken), round(parts.booked)];
  const of = (name: "units" | "hours") => entitled[name] + carried[name] - taken[name] - booked[name];
  return { entitled, carried, taken, booked, left: { ...left, units: of("units"), hours: of("hours") } };
}

function entitlementFigures(
  { entitled, carried, taken, booked, left }: Entitlement,
  show: ShowAmount,
  isOver: (left: Amount) => boolean,
  more: Readonly<Record<string, string | null>> = {},
): CardFigure[] {
  const figures = [
    { label: "Entitlement", amount: show(entitled) },
    { label: "Carried over", amount: show(carried) },
    { label: "Taken", amount: show(taken) },
    { label: "Booked", amount: show(booked) },
    { label: "Left", amount: show(left), isOver: isOver(left) },
  ];
  return figures.map((figure) => ({ ...figure, more: more[figure.label] ?? undefined }));
}

function formatHolidays(count: number): string {
  return formatCounted(count, "bank holiday");
}

/** `10.0 days of annual leave left to 31 March 2027`. */
function leadOf({ left }: Entitlement, { ends }: LeaveYear, today: string, show: ShowAmount, isOver: boolean): string {
  const [size, units, hours] = [left.days, left.units, left.hours].map(Math.abs) as [number, number, number];
  const { first, unit } = show({ days: size, units, hours });
  const days = `${first} ${unit}`;
  const end = longDate(ends);
  if (isOver) return `${days} more annual leave taken and booked than you have until ${end}`;
  return today > ends ? `${days} of annual leave not taken by ${end}` : `${days} of annual leave left to ${end}`;
}

/** Types without an entitlement that the year has leave of, in the order of their list. */
function otherTypes({ leave, year }: ReadLeaveYear): LeaveType[] {
  const inYear = leave.filter((each) => hasDayIn(year, each));
  const there = new Set(inYear.filter(({ status }) => status !== "cancelled").map(({ type }) => type));
  const types = Object.keys(LEAVE_TYPES) as LeaveType[];
  return types.filter((type) => there.has(type) && type !== "annual" && !STUDY_TYPES.includes(type));
}
