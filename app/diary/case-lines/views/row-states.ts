import type { FormView } from "~/ui/forms/form-state";
import type { NamedOption } from "../line-case";
import type { Remark } from "../remarks";
import { hasNewLine, isBlank, ROW_PARTS, type Row, textOf } from "../row";
import { placeOfField, rowField } from "../rows-in-form";

/** The state of a row of the sheet. */
export interface RowState {
  id: number;
  row: Row;
  /** Increases with each reading, so that cells that were read are rendered anew. */
  drawn: number;
  /** The same for the options, which have a separate field that adds to them. */
  optionsDrawn: number;
  remarks: readonly Remark[];
}

/** What reads lines, see `reader.ts`. */
export type Reader = typeof import("./reader");

const NO_OPTION = "This is not an airway option or procedure";

const blankState = (id: number): RowState => ({ id, row: {}, drawn: 0, optionsDrawn: 0, remarks: [] });

/** The rows of a form as it was sent, or a blank one. */
export function startRows(form: FormView, remarks: readonly (readonly Remark[])[] | undefined): RowState[] {
  const rows = Array.from({ length: form.rows("cases") }, (_, index): RowState => {
    const row = Object.fromEntries(ROW_PARTS.map((part) => [part, form.values(rowField(index, part))]));
    return { ...blankState(index), row, remarks: remarks?.[index] ?? [] };
  });
  const isFull = rows.every(({ row }) => !isBlank(row));
  return isFull ? [...rows, blankState(rows.length)] : rows;
}

/** Reads every unread row, and adds a blank one at the end if there is none. */
export function settled(all: readonly RowState[], reader: Reader | null, own: readonly NamedOption[]): RowState[] {
  const next = [...all];
  for (const [index, state] of next.entries()) {
    if (!reader) continue;
    const above = aboveOf(next, index);
    if (hasNewLine(state.row)) {
      const row = reader.readRow(state.row, above, own);
      next[index] = { ...state, ...drawnAnew(state), row, remarks: reader.remarksOf(row, own) };
      continue;
    }
    const row = reader.followAbove(state.row, above);
    if (textOf(row, "inherited") !== textOf(state.row, "inherited"))
      next[index] = { ...state, ...drawnAnew(state), row };
  }
  if (next.every(({ row }) => !isBlank(row))) next.push(blankState(freeId(next)));
  return next;
}

/** Gives a blank row what it takes over from those above. @returns whether there was one at this place */
export function beginRow(all: RowState[], place: ReturnType<typeof placeOfField>, reader: Reader): boolean {
  const state = place?.part === "line" ? all[place.index] : undefined;
  if (!place || !state || !isBlank(state.row)) return false;
  all[place.index] = { ...state, ...drawnAnew(state), row: reader.beginRow(state.row, aboveOf(all, place.index)) };
  return true;
}

/** Reads typed options when their field loses the focus. @returns whether there were any */
export function addOptions(
  all: RowState[],
  field: HTMLInputElement,
  reader: Reader,
  own: readonly NamedOption[],
): boolean {
  const place = placeOfField(field.name);
  const state = place?.part === "more" ? all[place.index] : undefined;
  if (!place || !state || textOf(state.row, "more").trim() === "") return false;
  const row = reader.readMore(state.row, own);
  const left = textOf(row, "more");
  field.value = left;
  const others = state.remarks.filter(({ message }) => message !== NO_OPTION);
  const remarks = left === "" ? others : [...others, { text: left, message: NO_OPTION, asks: true }];
  all[place.index] = { ...state, row, remarks, optionsDrawn: state.optionsDrawn + 1 };
  return true;
}

/** A row for each pasted line. A blank row takes the first one; one that is not blank stays as it is. */
export function pasted(
  all: readonly RowState[],
  index: number,
  [first = "", ...others]: readonly string[],
  field: HTMLInputElement,
): RowState[] {
  const rows = [...all];
  const here = rows[index];
  const isFree = here !== undefined && isBlank(here.row);
  if (isFree) {
    field.value = first;
    rows[index] = { ...here, ...drawnAnew(here), row: { line: [first] } };
  }
  const more = (isFree ? others : [first, ...others]).map((line, at) => ({
    ...blankState(freeId(rows) + at),
    row: { line: [line] },
  }));
  rows.splice(index + 1, 0, ...more);
  return rows;
}

function aboveOf(all: readonly RowState[], index: number): Row[] {
  return all.slice(0, index).flatMap(({ row }) => (isBlank(row) ? [] : [row]));
}

function freeId(rows: readonly RowState[]): number {
  return 1 + Math.max(-1, ...rows.map(({ id }) => id));
}

function drawnAnew({ drawn, optionsDrawn }: RowState) {
  return { drawn: drawn + 1, optionsDrawn: optionsDrawn + 1 };
}
