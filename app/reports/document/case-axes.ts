import { ASA_GRADES, GENDERS, REPORTED_SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import type { Axis } from "./cross-table";

export const BY_ASA: Axis<{ asa: number | null }> = {
  head: "ASA grade",
  places: ASA_GRADES.map(({ value }) => ({ value, label: `ASA ${value}` })),
  keyOf: ({ asa }) => String(asa),
};

export const BY_URGENCY: Axis<{ urgency: number | null }> = {
  head: "Urgency",
  places: URGENCIES,
  keyOf: ({ urgency }) => String(urgency),
};

export const BY_GENDER: Axis<{ gender: number | null }> = {
  head: "Gender",
  places: GENDERS,
  keyOf: ({ gender }) => String(gender),
};

/** @param labels the user's own labels, by code */
export function bySupervision(labels: Readonly<Record<string, string>>): Axis<{ supervision: number | null }> {
  return {
    head: "Grade supervised",
    places: REPORTED_SUPERVISIONS.map(({ value, label }) => ({ value, label: labels[value] || label })),
    keyOf: ({ supervision }) => String(supervision),
    // No supervision is an answer too: it is stored as null.
    rest: "No supervision",
    onlyUsed: true,
  };
}
