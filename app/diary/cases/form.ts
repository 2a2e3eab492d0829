import { z } from "zod";
import { caseFeeAnswers, caseFeeOf, feeErrors } from "~/diary/fees/form";
import {
  choice,
  clock,
  date,
  editKey,
  idempotencyKey,
  nextEnd,
  number,
  text,
  texts,
  tick,
  ticks,
  version,
} from "~/platform/http/fields";
import { exemptFromQuota, type Readable, withFurtherErrors } from "~/platform/http/form-schemas";
import { rowForm } from "~/platform/http/row-form";
import { identifierAnswers } from "~/ui/identifiers/form";
import { AGE_UNITS, type AgeUnit, ASA_GRADES, codesOf, GENDERS, SUPERVISIONS, URGENCIES } from "./codes";
import { MAX_OPTION_LABEL } from "./options";
import { ageProblem } from "./rules";
import { BLOCK_FLAGS, BLOCK_IDS, type BlockFlag, flagsName } from "./standard-options";

export const MAX_DESCRIPTION = 500;
export const MAX_NOTES = 10_000;
/** More than any case has; keeps a row's options readable. */
export const MAX_OPTIONS = 40;

function code(name: string, values: string[]) {
  return choice(name, values).transform((value) => (value === null ? null : Number(value)));
}

function optionIds(name: string) {
  return ticks(name, 1000).refine((ids) => ids.length <= MAX_OPTIONS, `Choose ${MAX_OPTIONS} ${name} or fewer`);
}

/** Names of options that are not on a list yet, without duplicates; letter case is ignored. */
function optionLabels(name: string) {
  return texts({ name, max: MAX_OPTION_LABEL, maxCount: MAX_OPTIONS }).transform((typed) => {
    const labels = typed.map((label) => label.replace(/\s+/g, " "));
    const lower = labels.map((label) => label.toLowerCase());
    return labels.filter((_, place) => lower.indexOf(lower[place] as string) === place);
  });
}

/** A field for the flags of each block. */
const flagAnswers: object = Object.fromEntries(BLOCK_IDS.map((id) => [flagsName(id), z.unknown().optional()]));

/** Numbers that a case keeps as they were answered, each in the column of its name; null for no answer. */
export const plainAnswers = {
  gender: code("female or male", codesOf(GENDERS)),
  asa: code("an ASA grade", codesOf(ASA_GRADES)),
  urgency: code("an urgency", codesOf(URGENCIES)),
  supervision: code("whom you supervised", codesOf(SUPERVISIONS)),
};

type PlainName = keyof typeof plainAnswers;

/** The plain answers among others, or the plain columns of a row. */
export function plainOf(answers: Readonly<Record<PlainName, number | null>>): Record<PlainName, number | null> {
  const names = Object.keys(plainAnswers) as PlainName[];
  return Object.fromEntries(names.map((name) => [name, answers[name]])) as Record<PlainName, number | null>;
}

/** The answers of a case; names as in the specification, section 3.6. */
export const caseAnswers = z.object({
  ...flagAnswers,
  start_time: clock(),
  end_time: nextEnd(),
  case_day: date("day"),
  // The limits depend on the unit.
  age: number({ name: "age", min: -Infinity, max: Infinity, places: 0 }),
  age_unit: choice("years, months or days", codesOf(AGE_UNITS) as AgeUnit[]).transform((unit) => unit ?? "years"),
  ...plainAnswers,
  selected_airway_options_set: optionIds("airway options"),
  selected_extra_options_set: optionIds("procedures"),
  new_airway_option: optionLabels("airway option"),
  new_extra_option: optionLabels("procedure"),
  case_description: text({ name: "case description", max: MAX_DESCRIPTION }),
  complications: text({ name: "complications", max: MAX_NOTES }),
  reflective_notes: text({ name: "reflective notes", max: MAX_NOTES }),
  ...caseFeeAnswers,
  ...identifierAnswers,
});

/** Checks the age even when other answers are wrong, so that one submit reports every mistake. */
export function checkAge({ age, age_unit }: { age?: unknown; age_unit?: unknown }, context: z.RefinementCtx): void {
  const unit = AGE_UNITS.find(({ value }) => value === age_unit)?.value;
  if (typeof age !== "number" || !unit) return;
  const problem = ageProblem(age, unit);
  if (problem) context.addIssue({ code: "custom", message: problem, path: ["age"] });
}

type Answers = z.output<typeof caseAnswers>;

/** The flags of every chosen block, by its id; those of other blocks were never shown, or their block was unticked. */
export function readFlags(
  sent: Pick<Answers, "selected_extra_options_set">,
  context: z.RefinementCtx,
): Record<string, BlockFlag[]> {
  const flags: Record<string, BlockFlag[]> = {};
  const sentOf: Readonly<Record<string, unknown>> = { ...sent };
  for (const id of BLOCK_IDS.filter((each) => sent.selected_extra_options_set.includes(each))) {
    const ticked: unknown[] = [sentOf[flagsName(id)] ?? []].flat();
    const known = BLOCK_FLAGS.map(({ value }) => value).filter((flag) => ticked.includes(flag));
    flags[id] = known;
    if (!ticked.every((each) => known.some((flag) => flag === each))) {
      context.addIssue({ code: "custom", message: "Choose block details from the list", path: [flagsName(id)] });
    }
  }
  return flags;
}

/** Errors of the fee, found even when other answers cannot be read. */
function feeFaults(read: Readable<Answers>): Record<string, string> {
  if (read.case_claim_amount !== null) return {};
  const { case_claim_procedure_code = "?", case_claim_payer = "?", case_claim_notes = "?" } = read;
  const { case_claim_timesheet_date = "?", case_claim_paid_date = "?" } = read;
  const others = { case_claim_procedure_code, case_claim_payer, case_claim_timesheet_date, case_claim_paid_date };
  return feeErrors(caseFeeOf({ case_claim_amount: null, ...others, case_claim_notes }), "case_claim_amount", undefined);
}

export const whenAgeIsRead = { when: () => true };

const newAnswers = caseAnswers.extend({
  idempotency_key: idempotencyKey,
  /** The button that was pressed: on to the next case, or back to the session. */
  next: choice("what comes next", ["another"]),
  /** Confirms a case without a single answer, which is more often a slip of the finger than a case. */
  save_empty: tick(),
});

export const newCaseForm = withFurtherErrors(newAnswers, feeFaults)
  .superRefine(checkAge, whenAgeIsRead)
  .transform((sent, context) => ({ ...sent, block_flags: readFlags(sent, context) }));

export const editCaseForm = withFurtherErrors(caseAnswers.extend({ version, idempotency_key: editKey }), feeFaults)
  .superRefine(checkAge, whenAgeIsRead)
  .transform((sent, context) => ({ ...sent, block_flags: readFlags(sent, context) }));

/** The deletion of a case, only at the version that its page showed. */
export const deleteCaseForm = exemptFromQuota(z.object({ version }));

/** The answers about a case, checked as far as is possible without the database. */
export type CaseAnswers = Answers & { block_flags: Record<string, BlockFlag[]> };

const label = text({ name: "name", max: MAX_OPTION_LABEL, empty: "Enter a name for the option" }).transform((typed) =>
  typed.replace(/\s+/g, " "),
);

/** The buttons of an option's page; each applies only to the version that its page showed. */
export const optionForm = rowForm(
  z.object({ intent: z.literal("rename"), label, version }),
  "archive",
  "restore",
  "delete",
);
