import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { withCrossFieldChecks } from "~/platform/http/form-schemas";
import { upperFirst } from "~/platform/letter-case";
import { MONTHS, realDate } from "~/platform/time/dates";
import { BANK_HOLIDAY_WAYS, type BankHolidayWay } from "./bank-holiday-ways";
import { USUAL_TERMS, type YearTerms } from "./entitlement";
import { FIRST_LEAVE_YEAR, LAST_LEAVE_YEAR } from "./years";

/** A field for a number of days in steps of 0.5, parsed to half days. */
function days(name: string, min: number, max: number, empty?: string) {
  return fields.number({ name, min, max, places: 2, empty }).transform((typed, context): number => {
    const halves = (typed ?? 0) * 2;
    if (Number.isInteger(halves)) return halves;
    context.addIssue({ code: "custom", message: stepsOfDays(name) });
    return z.NEVER;
  });
}

function stepsOfDays(name: string): string {
  return `${upperFirst(name)} must go in steps of 0.5`;
}

/** The most of each unit that can be typed. */
const MOST = { days: 200, hours: 2000 } as const;

/** The message about an amount of annual leave that its unit does not take; null for one that it does. */
function faultOf(name: string, amount: number, unit: keyof typeof MOST, least: number): string | null {
  if (unit === "days" && !Number.isInteger(amount * 2)) return stepsOfDays(name);
  if (Math.abs(amount) <= MOST[unit]) return null;
  return `${upperFirst(name)} must be between ${least && -MOST[unit]} and ${MOST[unit]}`;
}

const answers = z.object({
  version: fields.version,
  year: fields.number({
    name: "year",
    min: FIRST_LEAVE_YEAR,
    max: LAST_LEAVE_YEAR,
    places: 0,
    empty: "Reload this page",
  }),
  year_start_day: fields.number({
    name: "day",
    min: 1,
    max: 31,
    places: 0,
    empty: "Enter the day that the leave year starts on",
  }),
  year_start_month: fields.chosen(
    "the month that the leave year starts in",
    MONTHS.map((_, at) => String(at + 1)),
  ),
  /** The leave years that a new start is for. */
  new_start: fields.chosen("which years a new start is for", ["later", "all"]),
  shown_first: fields.chosen("days or PAs", ["days", "pas"]),
  annual_unit: fields.chosen("days or hours", ["days", "hours"]),
  annual: fields.number({
    ...{ name: "annual leave", min: 0, max: MOST.hours, places: 2 },
    empty: "Enter the days or hours of annual leave",
  }),
  fraction: fields.number({
    name: "fraction of full time",
    min: 0.01,
    max: 1,
    places: 2,
    empty: "Enter 1 for full time",
  }),
  carried: fields
    .number({ name: "leave carried over", min: -MOST.hours, max: MOST.hours, places: 2 })
    .transform((typed) => typed ?? 0),
  post_begins: fields.date("first day in this post"),
  bank_holidays: fields.chosen("what bank holidays count for", Object.keys(BANK_HOLIDAY_WAYS) as BankHolidayWay[]),
  study_days: days("study leave", 0, 200, "Enter the days of study and professional leave a year"),
  study_days_of_three: days(
    "study leave in three years",
    0,
    600,
    "Enter the days of study and professional leave in three years",
  ),
});

const checked = withCrossFieldChecks(answers, ({ annual_unit, annual, carried }, context) => {
  if (annual_unit === undefined) return;
  const faults = {
    annual: annual === undefined ? null : faultOf("annual leave", annual, annual_unit, 0),
    carried: carried === undefined ? null : faultOf("leave carried over", carried, annual_unit, -1),
  };
  for (const [field, message] of Object.entries(faults)) {
    if (message !== null) context.addIssue({ code: "custom", path: [field], message });
  }
});

/** Annual leave as it is kept: in half days, or in hours beside the usual days, which then count for nothing. */
function amountsOf({ annual_unit, annual, carried }: z.output<typeof answers>) {
  const { annual_half_days, carried_half_days, annual_hour_hundredths, carried_hour_hundredths } = USUAL_TERMS;
  if (annual_unit === "days") {
    const halves = { annual_half_days: annual * 2, carried_half_days: carried * 2 };
    return { ...halves, annual_hour_hundredths, carried_hour_hundredths };
  }
  const [hours, hoursCarried] = [annual, carried].map((typed) => Math.round(typed * 100)) as [number, number];
  const inHours = { annual_hour_hundredths: hours, carried_hour_hundredths: hoursCarried };
  return { annual_half_days, carried_half_days, ...inHours };
}

/** The form of the settings of leave, with the entitlement of one year. */
export const leaveSettingsForm = checked.transform((answered, context) => {
  // 2025 is not a leap year: a leave year cannot begin on a day that most years lack.
  const start = realDate(2025, Number(answered.year_start_month), answered.year_start_day);
  if (start === false) {
    const message = "The leave year must start on a day that every year has, so not on 29 February";
    context.addIssue({ code: "custom", path: ["year_start_day"], message });
    return z.NEVER;
  }
  const terms: YearTerms = {
    ...amountsOf(answered),
    fraction_hundredths: Math.round(answered.fraction * 100),
    post_begins: answered.post_begins,
    bank_holidays: answered.bank_holidays,
  };
  return {
    ...{ version: answered.version, year: answered.year, terms, new_start: answered.new_start },
    settings: {
      year_start: start.slice(5),
      shown_first: answered.shown_first,
      study_half_days: answered.study_days,
      study_half_days_of_three: answered.study_days_of_three,
    },
  };
});

export type LeaveSettingsAnswers = z.output<typeof leaveSettingsForm>;
