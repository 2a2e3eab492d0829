import { type AgeUnit, ASA_GRADES, GENDERS, REPORTED_SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import { formatCounted } from "~/platform/time/counted";
import { monthsOf } from "~/profile/age-bands";
import { cases, shareOfCases } from "./cells";
import type { Cell, ReportTable } from "./types";

/** A classification of cases: each case is in one place. A case in no place counts as not recorded. */
export interface Axis<Case> {
  /** Heading of its places: `ASA grade`. */
  head: string;
  places: readonly { value: string; label: string }[];
  /** Returns the `value` of a case's place. */
  keyOf(counted: Case): string;
  /** Label of the cases in no place; by default `Not recorded`. */
  rest?: string;
  /** Whether places without cases are left out. */
  onlyUsed?: boolean;
}

/** Key of the cases in no place. */
const REST = "";

/** Table of cases by two axes, with the cases not recorded and the totals. */
export function crossTable<Case>(
  names: Pick<ReportTable, "id" | "caption"> & { note?: string },
  down: Axis<Case>,
  across: Axis<Case>,
  counted: readonly Case[],
): ReportTable {
  const [placeDown, placeAcross] = [placeBy(down), placeBy(across)];
  const columns = [...across.places.map(({ value }) => value), REST];
  const cellsOf = (counted: readonly Case[]) => {
    const counts = countBy(counted, placeAcross);
    return [...columns.map((column) => cases(counts.get(column) ?? 0)), cases(counted.length)];
  };
  const inRows = Map.groupBy(counted, placeDown);
  const places = [...down.places, { value: REST, label: restOf(down) }];
  return {
    kind: "table",
    ...names,
    heads: [down.head, ...across.places.map(({ label }) => label), restOf(across), "All"],
    rows: places.flatMap(({ value: key, label }) => {
      const inRow = inRows.get(key);
      if (!inRow && (down.onlyUsed || key === REST)) return [];
      return [[label, ...cellsOf(inRow ?? [])]];
    }),
    foot: ["All", ...cellsOf(counted)],
  };
}

/**
 * Table of cases by one axis, each with its share of those that are recorded.
 * @param names `counts`: heading if something other than cases is counted
 */
export function shareTable<Case>(
  names: Pick<ReportTable, "id" | "caption"> & { counts?: string },
  axis: Axis<Case>,
  counted: readonly Case[],
): ReportTable {
  const counts = countBy(counted, placeBy(axis));
  const rest = counts.get(REST) ?? 0;
  const rows = axis.places.flatMap(({ value: key, label }): Cell[][] => {
    const one = counts.get(key) ?? 0;
    return one === 0 && axis.onlyUsed ? [] : [[label, cases(one), shareOfCases(one, counted.length - rest)]];
  });
  return {
    kind: "table",
    ...{ id: names.id, caption: names.caption },
    heads: [axis.head, names.counts ?? "Cases", "Share of recorded"],
    rows: rest > 0 ? [...rows, [restOf(axis), cases(rest), ""]] : rows,
    foot: ["All", cases(counted.length), ""],
  };
}

function countBy<Case>(counted: readonly Case[], place: (each: Case) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of counted) counts.set(place(each), (counts.get(place(each)) ?? 0) + 1);
  return counts;
}

function placeBy<Case>({ places, keyOf }: Axis<Case>): (counted: Case) => string {
  const keys = new Set(places.map(({ value }) => value));
  return (counted) => {
    const key = keyOf(counted);
    return keys.has(key) ? key : REST;
  };
}

function restOf({ rest = "Not recorded" }: { rest?: string }): string {
  return rest;
}

interface Aged {
  age: number | null;
  age_unit: AgeUnit;
}

/** Age below which a patient is a child. */
const CHILD_UNTIL_MONTHS = 16 * 12;

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
  return age !== null && monthsOf({ age, age_unit }) < CHILD_UNTIL_MONTHS;
}
