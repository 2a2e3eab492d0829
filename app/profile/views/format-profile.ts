import { PLAN_WORDS } from "~/planning/job-plans/views/plan-fields";
import { NATION_CHOICES } from "~/planning/job-plans/views/plan-rules";
import { MONTHS } from "~/platform/time/dates";
import type { Choice, ChoiceGroup } from "~/ui/choice-fields";
import { labelField, SUPERVISION_CODES, SUPERVISION_LABELS } from "../supervision";

export const VIEW_CHOICES = [
  { value: "list", label: "List" },
  { value: "week", label: "Week" },
];
export const UNIT_CHOICES = [
  { value: "pas", label: "PAs" },
  { value: "hours", label: "Hours" },
];
export const AGE_CHOICES = [
  { value: "exact", label: "Exact ages" },
  { value: "bands", label: "Bands only" },
];
export const MONTH_CHOICES = MONTHS.map((label, at) => ({ value: String(at + 1), label }));

/** Names of the fields, for a profile that was changed elsewhere. */
export const PROFILE_LABELS: Record<string, string> = {
  first_name: "First name",
  last_name: "Last name",
  gmc_number: "GMC number",
  grade: "Grade",
  specialty: "Specialty",
  employers: "Employers",
  sites: "Sites",
  nation: "PA rules of",
  hours_per_pa_standard: "Hours of a PA, standard time",
  hours_per_pa_premium: "Hours of a PA, premium time",
  bank_holiday_region: "Bank holidays of",
  standard_start: "Standard time starts",
  standard_end: "Standard time ends",
  bank_holidays_premium: "Bank holidays are premium all day",
  default_element_ref: "A new session starts with",
  first_view: "The logbook opens as",
  units: "Progress and work in reports are in",
  ages: "Of a patient’s age keep",
  age_cuts: "A new age band begins at",
  ...Object.fromEntries(SUPERVISION_CODES.map((code) => [labelField(code), SUPERVISION_LABELS[code]])),
  appraisal_month: "Appraisal year starts in",
  day_from: "Out of hours before",
  day_until: "Out of hours from",
};

const PROFILE_WORDS = {
  nation: NATION_CHOICES,
  first_view: VIEW_CHOICES,
  units: UNIT_CHOICES,
  ages: AGE_CHOICES,
  appraisal_month: MONTH_CHOICES,
};

/** Answers that are codes, in words. @param elements of the list that the page offers */
export function formatProfile(elements: readonly ChoiceGroup[]): Record<string, readonly Choice[]> {
  return { ...PLAN_WORDS, ...PROFILE_WORDS, default_element_ref: elements.flatMap(({ choices }) => choices) };
}
