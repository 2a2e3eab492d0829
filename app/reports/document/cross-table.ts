import { type AgeUnit, ASA_GRADES, GENDERS, SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import { counted } from "~/platform/time/counted";
import { monthsOf } from "~/profile/age-bands";
import { cases, shareOfCases } from "./cells";
import type { Cell, ReportTable, Sum } from "./types";

/** One way to sort cases: each is in one place. What is in none is not recorded. */
export interface Axis<Case> {
  /** What its places are called together: `ASA grade`. */
  head: string;
  places: readonly { value: string; label: string }[];
  /** The `value` of its place. */
  keyOf(counted: Case): string;
  /** What is in no place; by itself `Not recorded`. */
  rest?: string;
  /** Leave places out in which there is nothing. */
  onlyUsed?: boolean;
}

/** What is in no place. */
const REST = "";

/** All cases of a report. */
export const ALL_CASES = "cases";

/** The name of the number of cases in a place of an axis; of those in a place of two. */
export function nameOf(...places: readonly (readonly [axis: { head: string }, key: string])[]): string {
  return places.map(([{ head }, key]) => `${head}: ${key}`).join(", ");
}

/** The name of the number of cases of which an axis says anything. */
export function recordedName({ head }: { head: string }): string {
  return `${head}, any`;
}

/** What is recorded and what is not make up all. */
export function recordedSum(axis: { head: string }, all = ALL_CASES): Sum {
  return { total: all, parts: [recordedName(axis), nameOf([axis, REST])] };
}

/** Cases by two axes, with what is not recorded, and all. */
export function crossTable<Case>(
  names: Pick<ReportTable, "id" | "caption"> & { note?: string },
  down: Axis<Case>,
  across: Axis<Case>,
  counted: readonly Case[],
): ReportTable {
  const counts = new Map<string, number>();
  const [placeDown, placeAcross] = [placeBy(down), placeBy(across)];
  for (const each of counted) {
    const [row, column] = [placeDown(each), placeAcross(each)];
    // Its own cell, both totals and the total of all.
    for (const name of [
      nameOf([down, row], [across, column]),
      nameOf([down, row]),
      nameOf([across, column]),
      ALL_CASES,
    ]) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const columns = [...across.places.map(({ value }) => value), REST];
  const cell = (name: string) => cases({ name, value: counts.get(name) ?? 0 });
  const places = [...down.places, { value: REST, label: restOf(down) }];
  return {
    kind: "table",
    ...names,
    adds: true,
    heads: [down.head, ...across.places.map(({ label }) => label), restOf(across), "All"],
    rows: places.flatMap(({ value: key, label }) => {
      const isUsed = counts.has(nameOf([down, key]));
      if (!isUsed && (down.onlyUsed || key === REST)) return [];
      const cells = columns.map((column) => cell(nameOf([down, key], [across, column])));
      return [[label, ...cells, cell(nameOf([down, key]))]];
    }),
    foot: ["All", ...columns.map((column) => cell(nameOf([across, column]))), cell(ALL_CASES)],
  };
}

/**
 * Cases by one axis, each with its share of those that are recorded.
 * @param names `counts`: what else is counted, all of them by the name of `all`
 */
export function shareTable<Case>(
  names: Pick<ReportTable, "id" | "caption"> & { counts?: string; all?: string },
  axis: Axis<Case>,
  counted: readonly Case[],
): ReportTable {
  const all = names.all ?? ALL_CASES;
  const counts = new Map<string, number>();
  const place = placeBy(axis);
  for (const each of counted) counts.set(place(each), (counts.get(place(each)) ?? 0) + 1);
  const rest = { name: nameOf([axis, REST]), value: counts.get(REST) ?? 0 };
  const recorded = { name: recordedName(axis), value: counted.length - rest.value };
  const rows = axis.places.flatMap(({ value: key, label }): Cell[][] => {
    const one = { name: nameOf([axis, key]), value: counts.get(key) ?? 0 };
    return one.value === 0 && axis.onlyUsed ? [] : [[label, cases(one), shareOfCases(one, recorded)]];
  });
  return {
    kind: "table",
    ...{ id: names.id, caption: names.caption },
    heads: [axis.head, names.counts ?? "Cases", "Share of recorded"],
    rows: counts.has(REST) ? [...rows, [restOf(axis), cases(rest), ""]] : rows,
    foot: ["All", cases({ name: all, value: counted.length }), ""],
    sums: [counts.has(REST) ? recordedSum(axis, all) : { total: all, parts: [recorded.name] }],
  };
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

/** Younger than this is a child. */
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
  return counted(n, unit);
}

/** False of an age that is not recorded. */
export function isChild({ age, age_unit }: Aged): boolean {
  return age !== null && monthsOf({ age, age_unit }) < CHILD_UNTIL_MONTHS;
}
