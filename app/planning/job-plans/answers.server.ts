import { clockTime, endTime } from "~/platform/time/clock-time";
import { ukDate } from "~/platform/time/dates";
import { addDays, earlierOf, type LondonDate, laterOf } from "~/platform/time/london";
import type { ElementTemplate } from "./element-templates";
import { usualBasis, usualCounting } from "./elements";
import { isNational, NATIONAL_RULES, type PaRules, paText, paUnits } from "./pa-rules";
import { planTitle, planYearStart } from "./plan-dates";
import { DEFAULT_TOLERANCE_PERCENT, DEFAULT_WEEKS_PER_YEAR, type PlanAnswers } from "./plan-form";
import type { ElementWithTimes } from "./queries.server";
import { formatRotaWeeks } from "./rota-weeks";
import { aYearAfter, type ScheduleRow } from "./schedule";
import type { JobPlan } from "./table.server";
import { PLAN_TEMPLATES, type PlanTemplate, type TemplateKey } from "./templates";

/** The default values of a form, by field. */
type Answers = Record<string, string | string[]>;

/** The user's defaults for all future plans. */
interface UsualTerms {
  /** null: the rules of the last plan, or England's. */
  pa_rules: PaRules | null;
  employers: readonly string[];
}

/**
 * The default values of a new plan's form: for the plan year of today, or from the day after the last plan; with a
 * template also its terms, for a year.
 */
export function newPlanAnswers(
  plans: JobPlan[],
  today: LondonDate,
  key: TemplateKey | null = null,
  usual: UsualTerms = { pa_rules: null, employers: [] },
): Answers {
  const answers = usualPlanAnswers(plans, today, usual);
  if (key === null) return { ...answers, template: "" };
  const { method, weeks_per_year, contracted_pa } = PLAN_TEMPLATES[key];
  const start = newPlanStart(plans, today);
  return {
    ...answers,
    template: key,
    date_end: start === null ? "" : ukDate(addDays(aYearAfter(start), -1)),
    ...{ method, weeks_per_year: String(weeks_per_year), contracted_pa: String(contracted_pa) },
    ...ruleAnswers(rulesFor(PLAN_TEMPLATES[key], usual.pa_rules ?? plans[0]?.pa_rules)),
  };
}

/**
 * The columns of a plan from a template, for the plan year that contains `from`, or today if that is later. The plan
 * counts from `from`.
 */
export function planFromTemplate(
  key: TemplateKey,
  from: LondonDate,
  today: LondonDate,
  usual: UsualTerms,
): PlanAnswers {
  const template = PLAN_TEMPLATES[key];
  const yearStart = planYearStart(laterOf(from, today));
  const date_start = earlierOf(from, yearStart);
  return {
    ...{ title: planTitle(yearStart), employer: usual.employers[0] ?? "" },
    ...{ date_start, date_end: addDays(aYearAfter(yearStart), -1) },
    counts_from: from === date_start ? null : from,
    ...{ method: template.method, weeks_per_year_tenths: template.weeks_per_year * 10 },
    ...{ contracted_pa_units: paUnits(template.contracted_pa), opening_balance_pa_units: 0 },
    tolerance_percent: DEFAULT_TOLERANCE_PERCENT,
    pa_rules: rulesFor(template, usual.pa_rules ?? undefined),
  };
}

/**
 * The user's own rules if they equal national ones and the template's PAs have the same value under them (both Welsh,
 * or neither); else those of the template's nation.
 */
function rulesFor({ nation }: PlanTemplate, own: PaRules | undefined): PaRules {
  const same = own && isNational(own) && (own.nation === "wales") === (nation === "wales");
  return same ? own : NATIONAL_RULES[nation];
}

/**
 * The start of a new plan: the day after the last plan, or the plan year of today; null after a plan that has no end.
 */
export function newPlanStart([latest]: JobPlan[], today: LondonDate): LondonDate | null {
  if (!latest) return planYearStart(today);
  return latest.date_end && addDays(latest.date_end, 1);
}

function usualPlanAnswers(plans: JobPlan[], today: LondonDate, usual: UsualTerms): Answers {
  const [latest] = plans;
  const start = newPlanStart(plans, today);
  return {
    title: planTitle(start ?? today),
    employer: latest?.employer ?? usual.employers[0] ?? "",
    date_start: start === null ? "" : ukDate(start),
    date_end: "",
    method: "weekly_leave_adjusted",
    weeks_per_year: tenths(latest?.weeks_per_year_tenths ?? DEFAULT_WEEKS_PER_YEAR * 10),
    contracted_pa: "",
    counts: "today",
    opening_balance_pa: "0",
    tolerance_percent: String(latest?.tolerance_percent ?? DEFAULT_TOLERANCE_PERCENT),
    notes: "",
    ...ruleAnswers(usual.pa_rules ?? latest?.pa_rules ?? NATIONAL_RULES.england),
  };
}

export function planAnswersOf(plan: JobPlan, notes: string): Answers {
  return {
    version: String(plan.version),
    title: plan.title,
    employer: plan.employer,
    date_start: ukDate(plan.date_start),
    date_end: plan.date_end ? ukDate(plan.date_end) : "",
    method: plan.method,
    weeks_per_year: tenths(plan.weeks_per_year_tenths),
    contracted_pa: paText(plan.contracted_pa_units),
    counts_from: plan.counts_from ? ukDate(plan.counts_from) : "",
    opening_balance_pa: paText(plan.opening_balance_pa_units),
    tolerance_percent: String(plan.tolerance_percent),
    notes,
    ...ruleAnswers(plan.pa_rules),
  };
}

/**
 * The default values of the rule fields. A rule that equals the national one stays blank, so that a change of the
 * nation brings its rule.
 */
export function ruleAnswers(rules: PaRules): Answers {
  const national = NATIONAL_RULES[rules.nation];
  function own<Name extends keyof PaRules>(name: Name, show: (value: PaRules[Name]) => string): string {
    return rules[name] === national[name] ? "" : show(rules[name]);
  }
  return {
    nation: rules.nation,
    hours_per_pa_standard: own("standard_minutes_per_pa", hours),
    hours_per_pa_premium: own("premium_minutes_per_pa", hours),
    standard_start: own("standard_start_minute", clockTime),
    standard_end: own("standard_end_minute", endTime),
    premium_days: rules.premium_weekdays.map(String),
    bank_holidays_premium: rules.bank_holidays_premium ? "yes" : "",
    bank_holiday_region: own("bank_holiday_region", String),
  };
}

/** The default values of the form that changes a plan from a date: its elements as they are. */
export function changeAnswers(plan: JobPlan, elements: readonly ElementWithTimes[], today: LondonDate): Answers {
  const { date_end, contracted_pa_units } = plan;
  const isOver = date_end !== null && date_end < today;
  const lines = elements.map(({ unique_ref, stated_pa_units, schedule }, at) => ({
    [`lines[${at}].ref`]: unique_ref,
    [`lines[${at}].keep`]: "yes",
    [`lines[${at}].pa`]: stated_pa_units === null ? "" : paText(stated_pa_units),
    ...timeAnswers(`lines[${at}].schedule`, schedule),
  }));
  return {
    from: isOver ? ukDate(addDays(date_end, 1)) : "",
    date_end: date_end === null || isOver ? "" : ukDate(date_end),
    contracted_pa: paText(contracted_pa_units),
    "added[0].recurrence": "11",
    ...Object.assign({}, ...lines),
  };
}

const NEW_ELEMENT_ANSWERS: Answers = {
  counts_to_balance: "yes",
  counting: "logged",
  "schedule[0].recurrence": "11",
};

/** The default values of a new element's form, with those of a template if there is one. */
export function templateElementAnswers(template: ElementTemplate | undefined): Answers {
  if (!template) return NEW_ELEMENT_ANSWERS;
  const { description, category, pattern, hours: clock } = template;
  return {
    ...NEW_ELEMENT_ANSWERS,
    ...{ description, category, pattern, counting: usualCounting(pattern) },
    counts_to_balance: category === "Extra" ? "" : "yes",
    "schedule[0].start": clock ? clockTime(clock[0] * 60) : "",
    "schedule[0].end": clock ? clockTime(clock[1] * 60) : "",
  };
}

export function elementAnswersOf(element: ElementWithTimes): Answers {
  return {
    version: String(element.version),
    description: element.description,
    category: element.category,
    counts_to_balance: element.counts_to_balance ? "yes" : "",
    counting: element.counting,
    pattern: element.pattern,
    pa: element.stated_pa_units === null ? "" : paText(element.stated_pa_units),
    occurrences_per_year: element.occurrences_per_year === null ? "" : String(element.occurrences_per_year),
    default_basis: element.default_basis === usualBasis(element.pattern) ? "" : element.default_basis,
    default_fixed_pa: element.default_fixed_pa_units === null ? "" : paText(element.default_fixed_pa_units),
    custom_hours_per_pa: element.custom_minutes_per_pa === null ? "" : hours(element.custom_minutes_per_pa),
    on_call_one_in: element.on_call_one_in === null ? "" : String(element.on_call_one_in),
    on_call_category: element.on_call_category ?? "",
    specialty: element.specialty,
    location: element.location,
    ...timeAnswers("schedule", element.schedule),
  };
}

function timeAnswers(name: string, schedule: readonly ScheduleRow[]): Answers {
  const rows = schedule.map((row, index) => ({
    [`${name}[${index}].weekday`]: String(row.weekday),
    [`${name}[${index}].start`]: clockTime(row.start_minute),
    [`${name}[${index}].end`]: clockTime(row.end_minute),
    [`${name}[${index}].recurrence`]: String(row.recurrence),
    [`${name}[${index}].anchor_date`]: row.anchor_date ? ukDate(row.anchor_date) : "",
    [`${name}[${index}].rota_weeks`]: row.rota_weeks ? formatRotaWeeks(row.rota_weeks) : "",
  }));
  return Object.assign({}, ...rows);
}

function hours(minutes: number): string {
  return String(minutes / 60);
}

function tenths(count: number): string {
  return String(count / 10);
}
