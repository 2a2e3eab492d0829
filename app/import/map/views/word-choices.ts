import type { NamedOption } from "~/diary/case-lines/line-case";
import { SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import { BLOCK_FLAGS, isBlockFlag, type OptionKind, STANDARD } from "~/diary/cases/standard-options";
import { LEFT_OUT, OWN_KINDS, readNewOptionMeaning, type WordField } from "~/import/fields";
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

/** A word of one list may stand for an option of the other: a column of techniques has both. */
const AIRWAY_FIRST = [...optionsOf("airway"), ...optionsOf("procedure")];
const PROCEDURES_FIRST = [...optionsOf("procedure"), ...optionsOf("airway")];

const CHOICES: Readonly<Record<WordField, readonly ChoiceGroup[]>> = {
  urgency: [{ name: "", choices: URGENCIES }],
  supervision: [{ name: "", choices: SUPERVISIONS }],
  airway: AIRWAY_FIRST,
  regional: PROCEDURES_FIRST,
  block_technique: [{ name: "", choices: BLOCK_FLAGS }],
  block_catheter: [{ name: "", choices: BLOCK_FLAGS }],
  procedures: PROCEDURES_FIRST,
  status: [{ name: "", choices: [{ value: LEFT_OUT, label: "Leave its cases out" }] }],
};

const LABELS = new Map(
  AIRWAY_FIRST.flatMap(({ choices }) => choices.map(({ value, label }) => [value, label] as const)),
);
const FLAG_LABELS = new Map<string, string>(BLOCK_FLAGS.map(({ value, label }) => [value, label]));

/** Groups of choices, with the user's own options first. */
export function groupsOf(field: WordField, own: readonly NamedOption[]): ChoiceGroup[] {
  const mine = OWN_KINDS[field] ? own : [];
  const choices = [...mine]
    .sort((one, other) => Number(other.kind === OWN_KINDS[field]) - Number(one.kind === OWN_KINDS[field]))
    .map(({ id, label }) => ({ value: id, label }));
  return [...(choices.length > 0 ? [{ name: "Your own options", choices }] : []), ...CHOICES[field]];
}

/** `Femoral (catheter)`, `Oral ETT + RSI / modified RSI`, `Add “Frova bougie” to your own options`. */
export function formatMeaning(meaning: readonly string[], own: readonly NamedOption[]): string {
  const [first = ""] = meaning;
  const added = readNewOptionMeaning(first);
  if (added) return `Add “${added.label}” to your own options`;
  const flags = meaning.filter(isBlockFlag).map((flag) => FLAG_LABELS.get(flag) ?? flag);
  const options = meaning
    .filter((item) => !isBlockFlag(item))
    .map((id) => LABELS.get(id) ?? own.find((each) => each.id === id)?.label ?? id);
  if (options.length === 0) return flags.join(", ");
  return options.join(" + ") + (flags.length > 0 ? ` (${flags.join(", ").toLowerCase()})` : "");
}
