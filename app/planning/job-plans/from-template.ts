import { addDays, type LondonDate, weekday } from "~/platform/time/london";
import type { ElementAnswers } from "./element-form";
import { usualBasis } from "./elements";
import { NATIONAL_RULES, paUnits } from "./pa-rules";
import { formatWhen, type ScheduleRow } from "./schedule";
import { PLAN_TEMPLATES, TEMPLATE_KEYS, type TemplateElement, type TemplateKey, type TemplateTime } from "./templates";
import { checkAgainst, type PlanTerms, weeklyPaUnits, weeklySums } from "./weekly";

export interface ElementToAdd {
  element: ElementAnswers;
  schedule: ScheduleRow[];
}

/** The template of a link; null for none, and for one that there is not. */
export function templateKey(asked: string | null): TemplateKey | null {
  return TEMPLATE_KEYS.find((key) => key === asked) ?? null;
}

/** The elements of a template for a plan that starts on a date. */
export function templateElements(key: TemplateKey | null, planStart: LondonDate): ElementToAdd[] {
  return key === null ? [] : PLAN_TEMPLATES[key].elements.map((each) => elementToAdd(each, planStart));
}

function elementToAdd(template: TemplateElement, planStart: LondonDate): ElementToAdd {
  const { description, category, pattern, pa, occurrences_per_year, times = [] } = template;
  return {
    element: {
      ...{ description, category, pattern, counts_to_balance: true },
      stated_pa_units: pa === undefined ? null : paUnits(pa),
      occurrences_per_year: occurrences_per_year ?? null,
      default_basis: usualBasis(pattern),
      ...{ default_fixed_pa_units: null, custom_minutes_per_pa: null, specialty: "", location: "" },
    },
    schedule: times.map((time) => rowOf(time, planStart)),
  };
}

/** Every 2 to 4 weeks begins with the first such day of the plan. */
function rowOf({ weekday: day, from, until, recurrence = 11 }: TemplateTime, planStart: LondonDate): ScheduleRow {
  const alternates = recurrence > 11 && recurrence < 20;
  return {
    weekday: day,
    start_minute: from * 60,
    end_minute: until * 60,
    recurrence,
    anchor_date: alternates ? addDays(planStart, (day - weekday(planStart) + 7) % 7) : null,
  };
}

/** A template before it is chosen: what it holds and adds up to in a plan from a date. */
export function templatePreview(key: TemplateKey, planStart: LondonDate) {
  const { name, about, nation, weeks_per_year, contracted_pa } = PLAN_TEMPLATES[key];
  const weeks_per_year_tenths = weeks_per_year * 10;
  const plan: PlanTerms = {
    ...{ date_start: planStart, date_end: null, weeks_per_year_tenths },
    pa_rules: NATIONAL_RULES[nation],
  };
  const elements = templateElements(key, planStart).map(({ element, schedule }) => ({
    ...{ description: element.description, category: element.category, counts_to_balance: true, active: true },
    when: formatWhen(element, schedule),
    weekly_pa_units: weeklyPaUnits({ ...element, schedule }, plan),
  }));
  const sums = weeklySums(elements);
  return { key, name, about, elements, sums, check: checkAgainst(sums.total, paUnits(contracted_pa)) };
}

export type TemplatePreview = ReturnType<typeof templatePreview>;
