import { AGE_UNITS, ASA_GRADES, GENDERS, URGENCIES } from "~/diary/cases/codes";
import type { FormState } from "~/platform/http/action-result";
import { countedIfAny, listed } from "~/platform/time/counted";
import type { Choice } from "~/ui/choice-fields";

/** One field of a cell, by the name that it has in the form of its row alone. */
export interface CellField {
  name: string;
  /** Small letter first where it follows others in its cell: all are read out with what the row is. */
  label: string;
  kind: "time" | "text" | "figure" | "choice";
  width?: "ch4" | "ch6" | "ch12" | "ch24";
  /** Of a choice; what is the user's own comes with the page, by the name of the field. */
  choices?: readonly Choice[];
  /** The choice without an answer. */
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

/** What the fields of one row hold, by name: of the columns that are shown. */
export type RowAnswers = Readonly<Record<string, string>>;

/** Those of the columns that are shown. */
export function shownAnswers(cells: CellFields, columns: readonly string[], all: RowAnswers): RowAnswers {
  const shown = columns.flatMap((column) => cells[column] ?? []);
  return Object.fromEntries(shown.flatMap(({ name }) => (name in all ? [[name, all[name] ?? ""]] : [])));
}

/** The name of a field of one row, in the form of a whole page. */
export function fieldOfRow(place: number, name: string): string {
  return `rows[${place}].${name}`;
}

/** What a changed row comes to: what is written of it, or what is wrong, by the names of its own fields. */
export type Judged =
  | { ok: true /** null: it is so already. */; columns: object | null; notes: string[] }
  | { ok: false; errors: Record<string, string> };

/** What is wrong with the form of one row, one message a field. */
export function faulty({ errors }: FormState): Judged {
  return { ok: false, errors: Object.fromEntries(Object.entries(errors).map(([name, [first = ""]]) => [name, first])) };
}

/** Whether a row holds all of this already. */
export function holdsAll(row: object, columns: object): boolean {
  const held = new Map(Object.entries(row));
  return Object.entries(columns).every(([name, value]) => held.get(name) === value);
}

export function touches(changed: RowAnswers, ...names: readonly string[]): boolean {
  return names.some((name) => name in changed);
}

/** Rows that one act changes: more than a page shows of those that hold words. */
export const MOST_TICKED = 100;

/** In place of a code: of who worked alone. */
export const NO_SUPERVISION = "none";

/** What the page asks before it goes on. */
export type Question =
  | { asks: "delete"; sessions: number; cases: number; fees: number }
  | { asks: "move"; day: string; sessions: { value: string; label: string }[] };

/** `12 sessions, 40 cases and 2 fees`; what there is none of is left out. */
export function formatDeletion(counts: { sessions: number; cases: number; fees: number }): string {
  const all = (["session", "case", "fee"] as const).map((each) => countedIfAny(counts[`${each}s`], each));
  return listed(all.filter(Boolean)) || "nothing";
}
