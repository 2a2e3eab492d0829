import type { AgeUnit } from "~/diary/cases/codes";
import { formatCounted } from "~/platform/time/counted";
import { inMonths } from "~/profile/age-bands";
import type { Axis } from "./cross-table";

interface Aged {
  age: number | null;
  age_unit: AgeUnit;
}

/** Age below which a patient is a child. */
const CHILD_UNTIL_MONTHS = 16 * 12;

/** @param cuts months at which a new band of ages begins, lowest first */
export function byAge(cuts: readonly number[]): Axis<Aged> {
  const begins = cuts[0] === 0 ? cuts : [0, ...cuts];
  return {
    head: "Age",
    places: begins.map((from, at) => ({ value: String(from), label: bandLabel(from, begins[at + 1]) })),
    keyOf: ({ age, age_unit }) => {
      if (age === null) return "";
      const months = inMonths({ age, age_unit });
      return String(begins.findLast((from) => from <= months) ?? 0);
    },
  };
}

/** Label of the band that an age is in; empty if the age is not recorded. */
export function bandOf(aged: Aged, cuts: readonly number[]): string {
  const { places, keyOf } = byAge(cuts);
  const key = keyOf(aged);
  return places.find(({ value }) => value === key)?.label ?? "";
}

/** `Under 1 month`, `1–11 months`, `24–29 months`, `18 months to 5 years`, `16–64 years`, `80 years and over`. */
function bandLabel(from: number, until: number | undefined): string {
  // A band that ends within a year of age is in months, even if it begins on a birthday.
  const inYears = until === undefined || (until % 12 === 0 && (until > 12 || from === 0));
  const first = inYears && from % 12 === 0 && from > 0 ? { n: from / 12, unit: "year" } : { n: from, unit: "month" };
  if (until === undefined) return `${sized(first)} and over`;
  const last = inYears ? { n: until / 12 - 1, unit: "year" } : { n: until - 1, unit: "month" };
  if (from === 0) return `Under ${sized({ ...last, n: last.n + 1 })}`;
  if (first.unit !== last.unit) return `${sized(first)} to ${sized(last)}`;
  return first.n === last.n ? sized(first) : `${first.n}–${last.n} ${last.unit}s`;
}

function sized({ n, unit }: { n: number; unit: string }): string {
  return formatCounted(n, unit);
}

/** Whether a patient is a child; false if the age is not recorded. */
export function isChild({ age, age_unit }: Aged): boolean {
  return age !== null && inMonths({ age, age_unit }) < CHILD_UNTIL_MONTHS;
}
