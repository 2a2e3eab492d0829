import type { NamedOption } from "~/diary/case-lines/line-case";
import { SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import { type OptionKind, STANDARD } from "~/diary/cases/standard-options";
import { AS_TEXT, LEFT_OUT, OPTION_KINDS, type WordField } from "~/import/fields";
import type { Choice } from "~/ui/forms/choice-fields";

/** Meanings of a word of a field; the choices of a group without a name are not grouped. */
export interface ChoiceGroup {
  name: string;
  choices: readonly Choice[];
}

function optionsOf(kind: OptionKind): ChoiceGroup[] {
  return STANDARD[kind].map(({ name, options }) => ({
    name,
    choices: options.map(({ id, label }) => ({ value: id, label })),
  }));
}

const KEPT: ChoiceGroup = { name: "", choices: [{ value: AS_TEXT, label: "Keep in the description" }] };
/** A word of one list may stand for an option of the other: a column of techniques has both. */
const AIRWAY_FIRST = [KEPT, ...optionsOf("airway"), ...optionsOf("procedure")];
const PROCEDURES_FIRST = [KEPT, ...optionsOf("procedure"), ...optionsOf("airway")];

const CHOICES: Readonly<Record<WordField, readonly ChoiceGroup[]>> = {
  urgency: [{ name: "", choices: URGENCIES }],
  supervision: [{ name: "", choices: SUPERVISIONS }],
  airway: AIRWAY_FIRST,
  regional: PROCEDURES_FIRST,
  procedures: PROCEDURES_FIRST,
  status: [{ name: "", choices: [{ value: LEFT_OUT, label: "Leave its cases out" }] }],
};

const LABELS = new Map(
  AIRWAY_FIRST.flatMap(({ choices }) => choices.map(({ value, label }) => [value, label] as const)),
);

/** Groups of choices, with the user's own options first. */
export function groupsOf(field: WordField, own: readonly NamedOption[]): ChoiceGroup[] {
  const mine = OPTION_KINDS[field] ? own : [];
  const choices = [...mine]
    .sort((one, other) => Number(other.kind === OPTION_KINDS[field]) - Number(one.kind === OPTION_KINDS[field]))
    .map(({ id, label }) => ({ value: id, label }));
  return [...(choices.length > 0 ? [{ name: "Your own options", choices }] : []), ...CHOICES[field]];
}

/** `Oral ETT + RSI / modified RSI`, `Spinal, and keep in the description`. */
export function formatMeaning(meaning: readonly string[], own: readonly NamedOption[]): string {
  const options = meaning
    .filter((id) => id !== AS_TEXT)
    .map((id) => LABELS.get(id) ?? own.find((each) => each.id === id)?.label ?? id);
  return options.join(" + ") + (meaning.includes(AS_TEXT) ? ", and keep in the description" : "");
}
