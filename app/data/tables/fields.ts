import { AGE_UNITS, ASA_GRADES, GENDERS, URGENCIES } from "~/diary/cases/codes";
import type { FormState } from "~/platform/http/action-result";
import { formatCountedIfAny, formatList } from "~/platform/time/counted";
import type { Choice } from "~/ui/forms/choice-fields";

/** One field of a cell, under the name that it has in the form of a single row. */
export interface CellField {
  name: string;
  /** Screen readers announce it together with the row's name. */
  label: string;
  kind: "time" | "text" | "figure" | "choice";
  width?: "ch4" | "ch6" | "ch12" | "ch24";
  /** Options of a choice. The user's own options come with the page, by the name of the field. */
  choices?: readonly Choice[];
  /** Label of the empty option. */
  blank?: string;
}

/** The fields of the columns that can be edited in the table, by column. */
export type CellFields = Readonly<Record<string, readonly CellField[]>>;

export const SESSION_CELLS: CellFields = {
  times: [
    { name: "session_start_time", label: "Start time", kind: "time", width: "ch6" },
    { name: "session_end_time", label: "End time", kind: "time", width: "ch6" },
  ],
  element: [
    {
      ...{ name: "job_plan_element_unique_ref", label: "Job plan element", kind: "choice" },
      blank: "No job plan element",
    },
  ],
  site: [{ name: "site", label: "Site", kind: "text", width: "ch12" }],
  pa: [{ name: "fixed_PA_allocation", label: "Fixed PA", kind: "figure", width: "ch6" }],
};

export const CASE_CELLS: CellFields = {
  times: [
    { name: "start_time", label: "Start time", kind: "time", width: "ch6" },
    { name: "end_time", label: "End time", kind: "time", width: "ch6" },
  ],
  age: [
    { name: "age", label: "Age", kind: "figure", width: "ch4" },
    { name: "age_unit", label: "Unit of age", kind: "choice", choices: AGE_UNITS, width: "ch6" },
  ],
  gender: [{ name: "gender", label: "Gender", kind: "choice", choices: GENDERS, blank: "–", width: "ch6" }],
  asa: [{ name: "asa", label: "ASA grade", kind: "choice", choices: ASA_GRADES, blank: "–", width: "ch6" }],
  urgency: [{ name: "urgency", label: "Urgency", kind: "choice", choices: URGENCIES, blank: "–" }],
  supervision: [{ name: "supervision", label: "Supervision", kind: "choice", blank: "–" }],
};

/** Answers of one row by field name, for the columns that are shown. */
export type RowAnswers = Readonly<Record<string, string>>;

/** The answers that belong to the columns that are shown. */
export function shownAnswers(cells: CellFields, columns: readonly string[], all: RowAnswers): RowAnswers {
  const shown = columns.flatMap((column) => cells[column] ?? []);
  return Object.fromEntries(shown.flatMap(({ name }) => (name in all ? [[name, all[name] ?? ""]] : [])));
}

/** The name of a field of one row, in the form of a whole page. */
export function fieldOfRow(place: number, name: string): string {
  return `rows[${place}].${name}`;
}

/** Result of judging a changed row: the columns to write, or the errors by the names of its own fields. */
export type ValidatedRow =
  | { ok: true /** null: the row has these values already. */; columns: object | null; notes: string[] }
  | { ok: false; errors: Record<string, string> };

/** The errors of the form of one row, one message a field. */
export function cellErrors({ errors }: FormState): ValidatedRow {
  return { ok: false, errors: Object.fromEntries(Object.entries(errors).map(([name, [first = ""]]) => [name, first])) };
}

/** Whether a row has all these values already. */
export function hasAllValues(row: object, columns: object): boolean {
  const held = new Map(Object.entries(row));
  return Object.entries(columns).every(([name, value]) => held.get(name) === value);
}

export function changesAny(changed: RowAnswers, ...names: readonly string[]): boolean {
  return names.some((name) => name in changed);
}

/** Most rows that one act changes: as many as are shown of those that contain words. */
export const MAX_TICKED = 100;

/** In place of a supervision code: there was no supervision. */
export const NO_SUPERVISION = "none";

/** What the page asks before it performs an act. */
export type Question =
  | { asks: "delete"; sessions: number; cases: number; fees: number }
  | { asks: "move"; day: string; sessions: { value: string; label: string }[] };

/** `12 sessions, 40 cases and 2 fees`; counts of zero are left out. */
export function formatDeletion(counts: { sessions: number; cases: number; fees: number }): string {
  const all = (["session", "case", "fee"] as const).map((each) => formatCountedIfAny(counts[`${each}s`], each));
  return formatList(all.filter(Boolean)) || "nothing";
}
