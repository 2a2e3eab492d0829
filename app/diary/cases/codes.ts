import { supervisionsOf } from "~/profile/supervision";
import type { Choice } from "~/ui/forms/choice-fields";

/** Codes of a case and their words (specification, section 3.6). Codes are stored; words may change. */

export const GENDERS: readonly Choice[] = [
  { value: "1", label: "Female" },
  { value: "2", label: "Male" },
];

export const ASA_GRADES: readonly Choice[] = ["1", "2", "3", "4", "5"].map((grade) => ({ value: grade, label: grade }));

export const URGENCIES: readonly Choice[] = [
  { value: "4", label: "Elective" },
  { value: "3", label: "Expedited" },
  { value: "2", label: "Urgent" },
  { value: "1", label: "Immediate" },
];

/** Supervision grades with the default labels; `supervisionsOf` applies a user's own labels. */
export const SUPERVISIONS: readonly Choice[] = supervisionsOf();

/** The same in a document, whose readers know a Staff Grade of the specification's list by the grade's present name. */
export const REPORTED_SUPERVISIONS: readonly Choice[] = SUPERVISIONS.map(({ value, label }) =>
  value === "2" ? { value, label: `${label} (SAS doctor)` } : { value, label },
);

export const AGE_UNITS: readonly (Choice & { value: AgeUnit })[] = [
  { value: "years", label: "years" },
  { value: "months", label: "months" },
  { value: "days", label: "days" },
];

export type AgeUnit = "years" | "months" | "days";

/** The label of a stored code; empty when it is not recorded. */
export function wordOf(choices: readonly Choice[], code: number | string | null): string {
  return choices.find((each) => each.value === String(code))?.label ?? "";
}

export function codesOf(choices: readonly Choice[]): string[] {
  return choices.map((each) => each.value);
}
