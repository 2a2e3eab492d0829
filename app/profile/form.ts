import { z } from "zod";
import { NATIONAL_RULES, NATIONS, type Nation, sameRules } from "~/planning/job-plans/pa-rules";
import { ruleAtoms, rulesOf, validateRules } from "~/planning/job-plans/plan-form";
import * as fields from "~/platform/http/fields";
import { withCrossFieldChecks } from "~/platform/http/form-schemas";
import { MONTHS } from "~/platform/time/dates";
import { readCuts } from "./age-bands";
import { labelField, SUPERVISION_CODES } from "./supervision";

const MAX_LINES = 20;
const MAX_LABEL = 40;

/** A field with one name per line, without duplicates. */
function lines(name: string) {
  return fields.text({ name, max: 2000 }).transform((typed, context): string[] => {
    const names = [...new Set(typed.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
    if (names.length > MAX_LINES) return refuse(context, `Enter ${MAX_LINES} ${name} or fewer, one per line`);
    if (names.some((line) => [...line].length > 80)) return refuse(context, "Each line must be 80 characters or fewer");
    return names;
  });
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

const gmcNumber = fields.text({ name: "GMC number", max: 20 }).transform((typed, context): string => {
  const digits = typed.replace(/\s/g, "");
  return digits === "" || /^\d{7}$/.test(digits) ? digits : refuse(context, "GMC number must be 7 digits");
});

const ageCuts = fields.text({ name: "ages", max: 200 }).transform((typed, context): number[] => {
  const read = readCuts(typed);
  return "problem" in read ? refuse(context, read.problem) : read.cuts;
});

/** A required time of day, as minutes from midnight. */
function time(empty: string, read = fields.clock()) {
  return read.transform((minute, context): number => minute ?? refuse(context, empty));
}

const names = {
  version: fields.version,
  first_name: fields.text({ name: "first name", max: 80, empty: "Enter your first name" }),
  last_name: fields.text({ name: "last name", max: 80, empty: "Enter your last name" }),
};

/** For a user without a diary. */
export const namesForm = z
  .object(names)
  .transform(({ version, ...name }) => ({ version, name, mail: null, profile: {} as Partial<ProfileAnswers> }));

const label = fields.text({ name: "label", max: MAX_LABEL });
const supervisionLabels = Object.fromEntries(SUPERVISION_CODES.map((code) => [labelField(code), label])) as {
  [Code in (typeof SUPERVISION_CODES)[number] as `supervision_${Code}`]: typeof label;
};

const answers = z.object({
  ...names,
  gmc_number: gmcNumber,
  grade: fields.text({ name: "grade", max: 80 }),
  specialty: fields.text({ name: "specialty", max: 80 }),
  employers: lines("employers"),
  sites: lines("sites"),
  nation: fields.choice("a nation", Object.keys(NATIONS) as Nation[]),
  ...ruleAtoms,
  first_view: fields.chosen("list or week", ["list", "week"]),
  units: fields.chosen("PAs or hours", ["pas", "hours"]),
  default_element_ref: fields.text({ name: "element", max: 22 }).transform((ref) => ref || null),
  ages: fields.chosen("exact ages or bands", ["exact", "bands"]),
  age_cuts: ageCuts,
  round_up_mail: fields.tick(),
  ...supervisionLabels,
  appraisal_month: fields.chosen(
    "the month that the appraisal year starts in",
    MONTHS.map((_, at) => String(at + 1)),
  ),
  day_from: time("Enter when a weekday begins, such as 08:00"),
  day_until: time("Enter when a weekday ends, such as 18:00", fields.clockEnd()),
});

/** The user's details and preferences. */
export const profileForm = withCrossFieldChecks(answers, ({ day_from, day_until, ...answered }, context) => {
  if (day_from !== undefined && day_until !== undefined && day_until <= day_from) {
    const message = "The end must be after the start, on the same day";
    context.addIssue({ code: "custom", path: ["day_until"], message });
  }
  validateRules(answered.nation ?? "england", answered, context);
}).transform((answered, context) => {
  const { version, first_name, last_name, gmc_number, grade, specialty, employers, sites } = answered;
  const rules = rulesOf(answered.nation ?? "england", answered);
  if (answered.nation === null && !sameRules(rules, NATIONAL_RULES.england)) {
    const message = "Choose the nation whose rules you are changing";
    context.addIssue({ code: "custom", path: ["nation"], message });
  }
  const { first_view, units, default_element_ref, ages, age_cuts, day_from, day_until } = answered;
  return {
    version,
    name: { first_name, last_name },
    mail: answered.round_up_mail,
    profile: {
      ...{ gmc_number, grade, specialty, employers, sites },
      pa_rules: answered.nation === null ? null : rules,
      ...{ first_view, units, default_element_ref, ages, age_cuts },
      supervision_labels: labelsOf(answered),
      appraisal_month: Number(answered.appraisal_month),
      day_from_minute: day_from,
      day_until_minute: day_until,
    },
  };
});

/** The user's own labels by code; codes with the usual label are left out. */
function labelsOf(answered: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    SUPERVISION_CODES.map((code) => [code, String(answered[labelField(code)] ?? "")]).filter(
      ([, label]) => label !== "",
    ),
  );
}

type ProfileAnswers = z.output<typeof profileForm>["profile"];
export type ProfileToSave = Omit<z.output<typeof namesForm>, "mail"> & {
  /** Whether the Friday mail is wanted; null if the form did not ask. */
  mail: boolean | null;
};
