import { z } from "zod";
import * as fields from "~/http/fields";
import { BANK_HOLIDAY_REGIONS, type BankHolidayRegion } from "~/time/bank-holidays";
import { longDate } from "~/time/dates";
import type { LondonDate } from "~/time/london";
import { METHODS } from "./elements";
import { NATIONAL_RULES, NATIONS, type Nation, type PaRules, paUnits } from "./pa-rules";
import { TEMPLATE_KEYS } from "./templates";

export const DEFAULT_TOLERANCE_PERCENT = 5;
export const DEFAULT_WEEKS_PER_YEAR = 42;

const title = fields.text({ name: "title", max: 80, empty: "Enter a title" });
const startDate = fields.date("start date", "Enter a start date").transform((date) => date as LondonDate);
const endDate = fields.date("end date");

function decimal(name: string, min: number, max: number, places: number, empty: string) {
  return fields.number({ name, min, max, places, empty }).transform((value) => value as number);
}

/** Hours that a PA takes, in quarters of an hour; null when left to the nation. */
function hoursPerPa(name: string) {
  return fields.number({ name, min: 1, max: 12, places: 2 }).transform((hours, context) => {
    if (hours !== null && !Number.isInteger(hours * 4)) {
      context.addIssue({ code: "custom", message: `${capital(name)} must go in steps of 0.25` });
      return z.NEVER;
    }
    return hours;
  });
}

const planAnswers = z.object({
  title,
  employer: fields.text({ name: "employer", max: 80 }),
  date_start: startDate,
  date_end: endDate,
  method: fields.chosen("how progress is reckoned", METHODS),
  weeks_per_year: decimal("weeks a year", 1, 52.2, 1, "Enter the weeks a year"),
  contracted_pa: decimal("contracted PAs", 0.25, 16, 4, "Enter the contracted PAs a week"),
  opening_balance_pa: fields.number({ name: "opening balance", min: -100, max: 100, places: 4 }),
  tolerance_percent: fields.number({ name: "tolerance", min: 0, max: 25, places: 0 }),
  nation: fields.chosen("a nation", Object.keys(NATIONS) as Nation[]),
  hours_per_pa_standard: hoursPerPa("hours of a PA in standard time"),
  hours_per_pa_premium: hoursPerPa("hours of a PA in premium time"),
  standard_start: fields.clock(),
  standard_end: fields.clock(),
  premium_days: fields.ticks("the premium days", 7).transform((days, context) => {
    if (days.every((day) => /^[1-7]$/.test(day))) return days.map(Number).sort();
    context.addIssue({ code: "custom", message: "Choose the premium days from the list" });
    return z.NEVER;
  }),
  bank_holidays_premium: fields.tick(),
  bank_holiday_region: fields.choice("a region", Object.keys(BANK_HOLIDAY_REGIONS) as BankHolidayRegion[]),
  notes: fields.text({ name: "notes", max: 10_000 }),
});

/** What a person says of a plan, as its row keeps it; notes still open. */
export const planForm = planAnswers.transform((answers, context) => {
  const pa_rules = rulesOf(answers);
  refuseEndBeforeStart(answers, context);
  if (pa_rules.standard_end_minute <= pa_rules.standard_start_minute) {
    const message = "Standard time must end after it starts, on the same day";
    context.addIssue({ code: "custom", path: ["standard_end"], message });
  }
  return {
    notes: answers.notes,
    plan: {
      title: answers.title,
      employer: answers.employer,
      date_start: answers.date_start,
      date_end: answers.date_end,
      method: answers.method,
      weeks_per_year_tenths: Math.round(answers.weeks_per_year * 10),
      contracted_pa_units: paUnits(answers.contracted_pa),
      opening_balance_pa_units: paUnits(answers.opening_balance_pa ?? 0),
      tolerance_percent: answers.tolerance_percent ?? DEFAULT_TOLERANCE_PERCENT,
      pa_rules,
    },
  };
});

export type PlanAnswers = z.output<typeof planForm>["plan"];

/** A rule that was left blank is the nation's own. */
function rulesOf(answers: z.output<typeof planAnswers>): PaRules {
  const national = NATIONAL_RULES[answers.nation];
  return {
    nation: answers.nation,
    standard_minutes_per_pa: minutes(answers.hours_per_pa_standard) ?? national.standard_minutes_per_pa,
    premium_minutes_per_pa: minutes(answers.hours_per_pa_premium) ?? national.premium_minutes_per_pa,
    standard_start_minute: answers.standard_start ?? national.standard_start_minute,
    standard_end_minute: answers.standard_end ?? national.standard_end_minute,
    premium_weekdays: answers.premium_days,
    bank_holidays_premium: answers.bank_holidays_premium,
    bank_holiday_region: answers.bank_holiday_region ?? national.bank_holiday_region,
  };
}

function minutes(hours: number | null): number | null {
  return hours === null ? null : hours * 60;
}

function refuseEndBeforeStart(
  dates: { date_start: LondonDate; date_end: LondonDate | null },
  context: z.RefinementCtx,
) {
  if (dates.date_end !== null && dates.date_end < dates.date_start) {
    const message = `End date must be the same as or after ${longDate(dates.date_start)}`;
    context.addIssue({ code: "custom", path: ["date_end"], message });
  }
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const startForm = z.object({
  idempotency_key: fields.idempotencyKey,
  template: fields.choice("a template", TEMPLATE_KEYS),
});
export const newPlanForm = z.intersection(startForm, planForm);
export const planEditForm = z.intersection(z.object({ version: fields.version }), planForm);

export const copyPlanForm = z
  .object({
    idempotency_key: fields.idempotencyKey,
    title,
    date_start: startDate,
    date_end: endDate,
    end_old_plan: fields.tick(),
  })
  .superRefine(refuseEndBeforeStart);

export const endPlanForm = z.object({
  version: fields.version,
  date_end: fields.date("end date", "Enter the last day of the plan").transform((date) => date as LondonDate),
});

export const versionForm = z.object({ version: fields.version });
