import { type AgeUnit, ASA_GRADES, GENDERS, SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import { monthsOf } from "~/profile/age-bands";
import type { Axis } from "./cross-table";

interface Aged {
  age: number | null;
  age_unit: AgeUnit;
}

/** Younger than this is a child. */
export const CHILD_UNTIL_MONTHS = 16 * 12;

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

/** @param labels of one's own, by code */
export function bySupervision(labels: Readonly<Record<string, string>>): Axis<{ supervision: number | null }> {
  return {
    head: "Grade supervised",
    places: SUPERVISIONS.map(({ value, label }) => ({ value, label: labels[value] || label })),
    keyOf: ({ supervision }) => String(supervision),
    // Nobody to supervise is an answer: it is kept as none.
    rest: "No supervision",
    onlyUsed: true,
  };
}

/** @param cuts months at which a new band of ages begins, lowest first */
export function byAge(cuts: readonly number[]): Axis<Aged> {
  const begins = cuts[0] === 0 ? cuts : [0, ...cuts];
  return {
    head: "Age",
    places: begins.map((from, at) => ({ value: String(from), label: bandLabel(from, begins[at + 1]) })),
    keyOf: ({ age, age_unit }) => {
      if (age === null) return "";
      const months = monthsOf({ age, age_unit });
      return String(begins.findLast((from) => from <= months) ?? 0);
    },
  };
}

/** The band of ages that an age is in; empty when it is not recorded. */
export function bandOf(aged: Aged, cuts: readonly number[]): string {
  const { places, keyOf } = byAge(cuts);
  const key = keyOf(aged);
  return places.find(({ value }) => value === key)?.label ?? "";
}

/** `Under 1 month`, `1–11 months`, `18 months to 5 years`, `16–64 years`, `80 years and over`. */
function bandLabel(from: number, until: number | undefined): string {
  const first = from % 12 === 0 && from > 0 ? { n: from / 12, unit: "year" } : { n: from, unit: "month" };
  if (until === undefined) return `${sized(first)} and over`;
  const inYears = until % 12 === 0 && (until > 12 || from === 0);
  const last = inYears ? { n: until / 12 - 1, unit: "year" } : { n: until - 1, unit: "month" };
  if (from === 0) return `Under ${sized({ ...last, n: last.n + 1 })}`;
  if (first.unit !== last.unit) return `${sized(first)} to ${sized(last)}`;
  return first.n === last.n ? sized(first) : `${first.n}–${last.n} ${last.unit}s`;
}

function sized({ n, unit }: { n: number; unit: string }): string {
  return `${n} ${unit}${n === 1 ? "" : "s"}`;
}

/** False of an age that is not recorded. */
export function isChild({ age, age_unit }: Aged): boolean {
  return age !== null && monthsOf({ age, age_unit }) < CHILD_UNTIL_MONTHS;
}
