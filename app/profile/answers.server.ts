import { ruleAnswers } from "~/planning/job-plans/answers.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { clockTime, endTime } from "~/platform/time/clock-time";
import { cutsText } from "./age-bands";
import type { Profile } from "./read.server";
import { labelField } from "./supervision";

interface Name {
  first_name: string;
  last_name: string;
}

/** What the form starts with, by field. */
export function profileAnswers(profile: Profile, { first_name, last_name }: Name): Record<string, string | string[]> {
  const { pa_rules, employers, sites, supervision_labels: labels, default_element_ref, age_cuts } = profile;
  const { gmc_number, grade, specialty, first_view, units, ages } = profile;
  return {
    version: String(profile.version + 1),
    ...{ first_name, last_name, gmc_number, grade, specialty, first_view, units, ages },
    employers: employers.join("\n"),
    sites: sites.join("\n"),
    ...ruleAnswers(pa_rules ?? NATIONAL_RULES.england),
    nation: pa_rules?.nation ?? "",
    default_element_ref: default_element_ref ?? "",
    age_cuts: cutsText(age_cuts),
    ...Object.fromEntries(Object.entries(labels).map(([code, label]) => [labelField(code), label])),
    appraisal_month: String(profile.appraisal_month),
    day_from: clockTime(profile.day_from_minute),
    day_until: endTime(profile.day_until_minute),
  };
}
