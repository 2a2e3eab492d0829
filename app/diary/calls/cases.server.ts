import { GENDERS, SUPERVISIONS, URGENCIES, wordOf } from "~/diary/cases/codes";
import { plainOf } from "~/diary/cases/form";
import { type CustomOption, offeredOptions, optionLabel } from "~/diary/cases/options.server";
import type { CaseFormAnswers } from "~/diary/cases/page.server";
import type { CaseInItsSession, CaseInSession } from "~/diary/cases/queries.server";
import { type OptionKind, STANDARD_OPTIONS } from "~/diary/cases/standard-options";
import type { JsonObject } from "~/platform/http/read-json.server";
import { blanksAsNull } from "~/platform/http/read-json.server";

/** Converts between stored cases and those of the JSON calls, whose names come from the specification (3.6). */

const NO_FEE = {
  case_claim_procedure_code: null,
  case_claim_amount: null,
  case_claim_payer: null,
  case_claim_timesheet_date: null,
  case_claim_paid_date: null,
  case_claim_notes: null,
};

type ShownCase = Pick<CaseInSession, "chosen" | "custom"> & { found: CaseInItsSession };

/**
 * A case as the JSON calls return it.
 * @param answers its answers as its form shows them
 */
export function caseInJson({ found, chosen, custom }: ShownCase, answers: CaseFormAnswers) {
  const texts = Object.entries(answers).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const flags = Object.entries(answers).filter(([name]) => name.startsWith("block_flags_"));
  const optionsOf = (kind: OptionKind) =>
    chosen.filter((each) => each.kind === kind).map(({ id }) => ({ id, label: optionLabel(custom, id) }));
  const { unique_ref, session_ref, age, age_unit, gender, urgency, supervision, version } = found;
  return {
    ...NO_FEE,
    ...blanksAsNull(Object.fromEntries(texts)),
    ...Object.fromEntries(flags),
    unique_ref,
    session_ur: session_ref,
    start_time: answers.start_time ?? null,
    end_time: answers.end_time ?? null,
    case_description: answers.case_description ?? "",
    complications: answers.complications ?? "",
    reflective_notes: answers.reflective_notes ?? "",
    ...{ age, age_unit, ...plainOf(found), version },
    gender_text: wordOf(GENDERS, gender),
    urgency_text: wordOf(URGENCIES, urgency) || "Not Recorded",
    supervision_text: wordOf(SUPERVISIONS, supervision) || "No Supervision",
    selected_airway_options_set: optionsOf("airway"),
    selected_extra_options_set: optionsOf("procedure"),
  };
}

export type CaseInJson = ReturnType<typeof caseInJson>;

/** All options, in the groups of the specification (3.6). */
export function optionsInJson(custom: readonly CustomOption[]) {
  const groupsOf = (kind: OptionKind) => ({ Standard: STANDARD_OPTIONS[kind], Custom: offeredOptions(custom, kind) });
  return { airway_options: groupsOf("airway"), extra_options: groupsOf("procedure") };
}

/** Fields of a case's form that are tick boxes. */
export const CASE_TICKS = ["identifiers_confirmed"];

/**
 * Converts `form_data` of a case to the names and values of its form: an option may be its id, or an object with its id
 * and label.
 */
export function caseFields(fields: JsonObject): JsonObject {
  // The page's button and idempotency key mean nothing in a call.
  const { next: _, idempotency_key: __, ...named } = fields;
  for (const name of ["selected_airway_options_set", "selected_extra_options_set"]) {
    if (named[name] !== undefined) named[name] = idsOf(named[name]);
  }
  return named;
}

function idsOf(options: unknown): unknown {
  if (Array.isArray(options)) return options.map(idOf);
  // An empty text, or null, means an empty list; anything else that is not a list becomes a value that the form
  // refuses.
  return options === null || options === "" ? [] : {};
}

function idOf(option: unknown): unknown {
  return typeof option === "object" && option !== null && "id" in option ? option.id : option;
}

/**
 * The saved answers used for fields that `fields` leave out. A new age without a unit, from a client that knows none,
 * is in years.
 */
export function savedAnswers(saved: CaseFormAnswers, fields: JsonObject): CaseFormAnswers {
  const { age, age_unit } = fields;
  const isOther = (typeof age === "string" || typeof age === "number") && `${age}` !== saved.age;
  return isOther && age_unit === undefined ? { ...saved, age_unit: "years" } : saved;
}
