import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { beside, takesNoRoom } from "~/platform/http/form-schemas";
import { longDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { METHODS } from "./elements";
import { NATIONS, type Nation, paUnits } from "./pa-rules";
import { judgeRules, ruleAtoms, rulesOf } from "./rules-form";
import { TEMPLATE_KEYS } from "./templates";

export const DEFAULT_TOLERANCE_PERCENT = 5;
export const DEFAULT_WEEKS_PER_YEAR = 42;

const title = fields.text({ name: "title", max: 80, empty: "Enter a title" });
const startDate = fields.date("start date", "Enter a start date").transform((date) => date as LondonDate);
const endDate = fields.date("end date");

function decimal(name: string, min: number, max: number, places: number, empty: string) {
  return fields.number({ name, min, max, places, empty }).transform((value) => value as number);
}

/** From when a new plan counts: an edit has the date. */
export const COUNTS = ["today", "start", "balance"] as const;
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

/** What a person says of a plan, as its row keeps it; notes still open. */
const planForm = beside(planAnswers, (answers, context) => {
  judgeRules(answers.nation, answers, context);
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
  const pa_rules = rulesOf(answers.nation, answers);
  // A balance is asked for with the one answer that brings it.
  const opening = answers.counts === null || answers.counts === "balance" ? answers.opening_balance_pa : 0;
  return {
    notes: answers.notes,
    counts: answers.counts,
    plan: {
      title: answers.title,
      employer: answers.employer,
      date_start: answers.date_start,
      date_end: answers.date_end,
      method: answers.method,
      weeks_per_year_tenths: Math.round(answers.weeks_per_year * 10),
      contracted_pa_units: paUnits(answers.contracted_pa),
      counts_from: answers.counts_from,
      opening_balance_pa_units: paUnits(opening ?? 0),
      tolerance_percent: answers.tolerance_percent ?? DEFAULT_TOLERANCE_PERCENT,
      pa_rules,
    },
  };
});

export type PlanAnswers = z.output<typeof planForm>["plan"];

function refuseEndBeforeStart(
  { date_start, date_end }: { date_start?: LondonDate; date_end?: LondonDate | null },
  context: z.RefinementCtx,
) {
  if (date_start && date_end && date_end < date_start) {
    const message = `End date must be the same as or after ${longDate(date_start)}`;
    context.addIssue({ code: "custom", path: ["date_end"], message });
  }
}

const startForm = z.object({
  idempotency_key: fields.idempotencyKey,
  template: fields.choice("a template", TEMPLATE_KEYS),
});
export const newPlanForm = z.intersection(startForm, planForm);
export const planEditForm = z.intersection(z.object({ version: fields.version }), planForm);

export const copyPlanForm = beside(
  z.object({
    idempotency_key: fields.idempotencyKey,
    title,
    date_start: startDate,
    date_end: endDate,
    end_old_plan: fields.tick(),
  }),
  refuseEndBeforeStart,
);

export const endPlanForm = takesNoRoom(
  z.object({
    version: fields.version,
    date_end: fields.date("end date", "Enter the last day of the plan").transform((date) => date as LondonDate),
  }),
);

export const versionForm = takesNoRoom(z.object({ version: fields.version }));
