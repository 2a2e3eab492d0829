import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { exemptFromQuota, type Readable, withCrossFieldChecks } from "~/platform/http/form-schemas";
import { BANK_HOLIDAY_REGIONS, type BankHolidayRegion } from "~/platform/time/bank-holidays";
import { longDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { inSteps } from "./element-form";
import { METHODS } from "./elements";
import { NATIONAL_RULES, NATIONS, type Nation, type PaRules, paUnits } from "./pa-rules";

import { TEMPLATE_KEYS } from "./templates";

export const DEFAULT_TOLERANCE_PERCENT = 5;
export const DEFAULT_WEEKS_PER_YEAR = 42;

/** Field: hours per PA, in quarters of an hour; null for the nation's rule. */
function hoursPerPa(name: string) {
  return inSteps({ name, min: 1, max: 12, places: 2, step: 0.25 });
}

/** Fields of the PA rules, without the nation. */
export const ruleAtoms = {
  hours_per_pa_standard: hoursPerPa("hours of a PA in standard time"),
  hours_per_pa_premium: hoursPerPa("hours of a PA in premium time"),
  standard_start: fields.clock(),
  standard_end: fields.clockEnd(),
  premium_days: fields.ticks("the premium days", 7).transform((days, context) => {
    if (days.every((day) => /^[1-7]$/.test(day))) return days.map(Number).sort();
    context.addIssue({ code: "custom", message: "Choose the premium days from the list" });
    return z.NEVER;
  }),
  bank_holidays_premium: fields.tick(),
  bank_holiday_region: fields.choice("a region", Object.keys(BANK_HOLIDAY_REGIONS) as BankHolidayRegion[]),
};

const ruleAnswers = z.object(ruleAtoms);

/** Adds the errors of the rules in a form, as far as its fields could be read. */
export function validateRules(
  nation: Nation | undefined,
  { standard_start, standard_end }: Readable<z.output<typeof ruleAnswers>>,
  context: z.RefinementCtx,
): void {
  if (nation === undefined || standard_start === undefined || standard_end === undefined) return;
  const { standard_start_minute, standard_end_minute } = NATIONAL_RULES[nation];
  if ((standard_end ?? standard_end_minute) > (standard_start ?? standard_start_minute)) return;
  const message = "Standard time must end after it starts, on the same day";
  context.addIssue({ code: "custom", path: ["standard_end"], message });
}

/** The rules of a form; a blank field stands for the national rule. */
export function rulesOf(nation: Nation, answers: z.output<typeof ruleAnswers>): PaRules {
  const national = NATIONAL_RULES[nation];
  const { hours_per_pa_standard: standard, hours_per_pa_premium: premium } = answers;
  return {
    nation,
    standard_minutes_per_pa: standard === null ? national.standard_minutes_per_pa : standard * 60,
    premium_minutes_per_pa: premium === null ? national.premium_minutes_per_pa : premium * 60,
    standard_start_minute: answers.standard_start ?? national.standard_start_minute,
    standard_end_minute: answers.standard_end ?? national.standard_end_minute,
    premium_weekdays: answers.premium_days,
    bank_holidays_premium: answers.bank_holidays_premium,
    bank_holiday_region: answers.bank_holiday_region ?? national.bank_holiday_region,
  };
}

const title = fields.text({ name: "title", max: 80, empty: "Enter a title" });
const startDate = dateNeeded("start date", "Enter a start date");
const endDate = fields.date("end date");

function dateNeeded(name: string, empty: string) {
  return fields.date(name, empty);
}

function decimal(name: string, min: number, max: number, places: number, empty: string) {
  return fields.number({ name, min, max, places, empty });
}

/** From when a new plan counts; the form of an existing plan has the date instead. */
const COUNTS = ["today", "start", "balance"] as const;
export type Counts = (typeof COUNTS)[number];

const planAnswers = z.object({
  title,
  employer: fields.text({ name: "employer", max: 80 }),
  date_start: startDate,
  date_end: endDate,
  method: fields.chosen("how progress is calculated", METHODS),
  weeks_per_year: decimal("weeks a year", 1, 52.2, 1, "Enter the weeks a year"),
  contracted_pa: decimal("contracted PAs", 0.25, 16, 4, "Enter the contracted PAs a week"),
  counts: fields.choice("from when it counts", COUNTS),
  counts_from: fields.date("date it counts from"),
  opening_balance_pa: fields.number({ name: "opening balance", min: -100, max: 100, places: 4 }),
  tolerance_percent: fields.number({ name: "tolerance", min: 0, max: 25, places: 0 }),
  nation: fields.chosen("a nation", Object.keys(NATIONS) as Nation[]),
  ...ruleAtoms,
  notes: fields.text({ name: "notes", max: 10_000 }),
});

/** The form of a plan, as the columns of its row; the notes are not encrypted yet. */
const planForm = withCrossFieldChecks(planAnswers, (answers, context) => {
  validateRules(answers.nation, answers, context);
  refuseEndBeforeStart(answers, context);
  const { counts, counts_from, date_start, date_end } = answers;
  if (counts === "balance" && answers.opening_balance_pa === null) {
    const message = "Enter the balance so far, such as -2.5";
    context.addIssue({ code: "custom", path: ["opening_balance_pa"], message });
  }
  if (counts_from && date_start && (counts_from < date_start || (date_end && counts_from > date_end))) {
    const message = "A plan counts from one of its own dates. Leave this blank to count from its start";
    context.addIssue({ code: "custom", path: ["counts_from"], message });
  }
}).transform((answers) => {
  const { notes, counts, title, employer, date_start, date_end, counts_from, method } = answers;
  // The balance is only asked for with the choice "balance".
  const opening = counts === null || counts === "balance" ? answers.opening_balance_pa : 0;
  return {
    ...{ notes, counts },
    plan: {
      ...{ title, employer, date_start, date_end, counts_from, method },
      weeks_per_year_tenths: Math.round(answers.weeks_per_year * 10),
      contracted_pa_units: paUnits(answers.contracted_pa),
      opening_balance_pa_units: paUnits(opening ?? 0),
      tolerance_percent: answers.tolerance_percent ?? DEFAULT_TOLERANCE_PERCENT,
      pa_rules: rulesOf(answers.nation, answers),
    },
  };
});

export type PlanAnswers = z.output<typeof planForm>["plan"];

export function refuseEndBeforeStart(
  { date_start, date_end }: { date_start?: LondonDate; date_end?: LondonDate | null },
  context: z.RefinementCtx,
) {
  if (date_start && date_end && date_end < date_start) {
    const message = `End date must be the same as or after ${longDate(date_start)}`;
    context.addIssue({ code: "custom", path: ["date_end"], message });
  }
}

export const newPlanForm = z.intersection(
  z.object({ idempotency_key: fields.idempotencyKey, template: fields.choice("a template", TEMPLATE_KEYS) }),
  planForm,
);
export const planEditForm = z.intersection(
  z.object({ version: fields.version, idempotency_key: fields.editKey }),
  planForm,
);

export const endPlanForm = exemptFromQuota(
  z.object({
    version: fields.version,
    date_end: dateNeeded("end date", "Enter the last day of the plan"),
    /** What becomes of planned sessions after that day. */
    after: fields.choice("what to do", ["keep", "remove"]),
    /** The day as it was typed when that was asked. */
    asked: fields.text({ name: "last day", max: 60 }),
  }),
);

export const versionForm = exemptFromQuota(z.object({ version: fields.version }));

function figure(name: string) {
  const empty = "Reload this page to see the figures first";
  return fields.number({ name, min: -1e12, max: 1e12, places: 0, empty });
}

/** The figures that the page showed before its button was pressed; the write must still have the same effect. */
export const recalculateForm = z.object({
  version: fields.version,
  from: fields.date("date"),
  sessions: figure("sessions"),
  difference: figure("difference"),
});

/** The form that makes diary entries from a plan: the period, and the elements. */
export const diaryForm = z.object({
  from: dateNeeded("from date", "Enter the first date, such as 27/3/2026"),
  until: dateNeeded("last date", "Enter the last date, such as 27/3/2026"),
  skip_bank_holidays: fields.tick(),
  skip_leave: fields.tick(),
  // Not `elements`: a form element has a property of that name, which the field would hide.
  element_refs: fields.ticks("elements", 100),
  /** "dates" only shows what would be made; "make" makes what the page showed. */
  intent: fields.text({ name: "button", max: 10 }),
  shown: fields.text({ name: "dates", max: 60 }),
  idempotency_key: fields.idempotencyKey,
});
