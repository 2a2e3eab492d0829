import type { JsonObject } from "~/platform/http/read-json.server";
import { blanksAsNull } from "~/platform/http/read-json.server";
import { GENDERS, SUPERVISIONS, URGENCIES, wordOf } from "./codes";
import type { CustomOption } from "./custom-options.server";
import type { CaseInItsSession } from "./of-session.server";
import type { ChosenOption } from "./queries.server";
import { type CaseOption, type OptionKind, STANDARD } from "./standard-options";

/** Between the cases that are stored and those of the JSON calls, whose names are the specification's (3.6). */

const NO_FEE = {
  case_claim_procedure_code: null,
  case_claim_amount: null,
  case_claim_payer: null,
  case_claim_timesheet_date: null,
  case_claim_paid_date: null,
  case_claim_notes: null,
};

interface ShownCase {
  found: CaseInItsSession;
  chosen: readonly ChosenOption[];
  custom: readonly CustomOption[];
}

/** A case as a call hands it out. @param answers as its form shows them */
export function caseInJson({ found, chosen, custom }: ShownCase, answers: Record<string, string | string[] | null>) {
  const texts = Object.entries(answers).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const flags = Object.entries(answers).filter(([name]) => name.startsWith("block_flags_"));
  const { unique_ref, session_ref, age, age_unit, gender, asa, urgency, supervision, version } = found;
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
    ...{ age, age_unit, gender, asa, urgency, supervision, version },
    gender_text: wordOf(GENDERS, gender),
    urgency_text: wordOf(URGENCIES, urgency) || "Not Recorded",
    supervision_text: wordOf(SUPERVISIONS, supervision) || "No Supervision",
    selected_airway_options_set: pairs(chosen, "airway", custom),
    selected_extra_options_set: pairs(chosen, "procedure", custom),
  };
}

export type CaseInJson = ReturnType<typeof caseInJson>;

function pairs(chosen: readonly ChosenOption[], kind: OptionKind, custom: readonly CustomOption[]): CaseOption[] {
  return chosen
    .filter((each) => each.kind === kind)
    .map(({ id }) => ({ id, label: labels(kind).get(id) ?? ownLabel(custom, id) }));
}

const STANDARD_LABELS: Partial<Record<OptionKind, Map<string, string>>> = {};

function labels(kind: OptionKind): Map<string, string> {
  STANDARD_LABELS[kind] ??= new Map(standardOf(kind).map(({ id, label }) => [id, label]));
  return STANDARD_LABELS[kind];
}

function standardOf(kind: OptionKind): CaseOption[] {
  return STANDARD[kind].flatMap((group) => group.options);
}

function ownLabel(custom: readonly CustomOption[], id: string): string {
  return custom.find((each) => each.unique_ref === id)?.label ?? "";
}

/** What can be chosen, in the groups of the specification (3.6). */
export function optionsInJson(custom: readonly CustomOption[]) {
  const groupsOf = (kind: OptionKind) => ({
    Standard: standardOf(kind),
    Custom: custom
      .filter((each) => each.kind === kind && each.active)
      .map(({ unique_ref, label }) => ({ id: unique_ref, label })),
  });
  return { airway_options: groupsOf("airway"), extra_options: groupsOf("procedure") };
}

/** Fields of a case's form that are ticks. */
export const CASE_TICKS = ["identifiers_confirmed"];

/** `form_data` of a case by the names and values of its form: an option may come as its id, or with its label. */
export function caseFields(fields: JsonObject): JsonObject {
  // The button of the page, and its key, mean nothing in a call.
  const { next: _, idempotency_key: __, ...named } = fields;
  for (const name of ["selected_airway_options_set", "selected_extra_options_set"]) {
    if (named[name] !== undefined) named[name] = idsOf(named[name]);
  }
  return named;
}

function idsOf(options: unknown): unknown {
  if (Array.isArray(options)) return options.map(idOf);
  // For a list nothing is no text, but an empty list; what is no list at all is refused as no answer of a form.
  return options === null || options === "" ? [] : {};
}

function idOf(option: unknown): unknown {
  return typeof option === "object" && option !== null && "id" in option ? option.id : option;
}

/** What of a saved case stands for what `fields` leave out. An age of a client that knows no units is in years. */
export function keptOf<Answers extends Record<string, string | string[] | null>>(saved: Answers, fields: JsonObject) {
  const { age, age_unit } = fields;
  const isOther = (typeof age === "string" || typeof age === "number") && `${age}` !== saved.age;
  return isOther && age_unit === undefined ? { ...saved, age_unit: "years" } : saved;
}
