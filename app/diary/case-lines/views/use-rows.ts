import {
  type ClipboardEvent,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { type FormView, formView } from "~/ui/form-state";
import type { NamedOption } from "../line-case";
import type { Remark } from "../remarks";
import { hasNewLine, isBlank, ROW_PARTS, type Row, textOf, touch } from "../row";
import { placeOfField, rowField, rowsOf, valuesOf } from "../rows-in-form";

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

interface Sheet {
  sheet: RefObject<HTMLDivElement | null>;
  form: FormView;
  own: readonly NamedOption[];
  descriptions: readonly string[];
  remarks: readonly (readonly Remark[])[] | undefined;
}

type Reader = typeof import("./reader");

const NO_OPTION = "This is not an airway option or procedure";

const blankState = (id: number): RowState => ({ id, row: {}, drawn: 0, optionsDrawn: 0, remarks: [] });

/** The rows of the form; with script each is read as it is typed, and a blank row follows the last. */
export function useRows({ sheet, form, own, descriptions, remarks }: Sheet) {
  const [rows, setRows] = useState(() => startRows(form, remarks));
  const [hints, setHints] = useState<string[]>([]);
  const reader = useReader();

  /** The rows with the present values of the form's fields. */
  function typedRows(): RowState[] {
    const page = sheet.current?.closest("form");
    if (!page) return rows;
    const typed = rowsOf(valuesIn(page));
    return rows.map((state, index) => ({ ...state, row: typed[index] ?? state.row }));
  }

  function aboveOf(all: readonly RowState[], index: number): Row | null {
    return all.slice(0, index).findLast(({ row }) => !isBlank(row))?.row ?? null;
  }

  /** Reads every unread row, and adds a blank one at the end if there is none. */
  function settle(all: readonly RowState[]): void {
    const next = [...all];
    for (const [index, state] of next.entries()) {
      if (!reader || !hasNewLine(state.row)) continue;
      const row = reader.readRow(state.row, aboveOf(next, index), own);
      next[index] = { ...state, ...drawnAnew(state), row, remarks: reader.remarksOf(row, own) };
    }
    if (next.every(({ row }) => !isBlank(row))) next.push(blankState(freeId(next)));
    setRows(next);
  }

  const readAll = useEffectEvent(() => settle(typedRows()));
  useEffect(() => {
    if (reader) readAll();
  }, [reader]);

  function onInput({ target }: FormEvent<HTMLDivElement>): void {
    const field = target as HTMLInputElement;
    const place = placeOfField(field.name);
    if (!place) return;
    const all = typedRows().map((state, index) =>
      index === place.index && place.part !== "line" ? { ...state, row: touch(state.row, place.part) } : state,
    );
    if (place.part === "line") setHints(reader?.suggestLines(field.value, descriptions) ?? []);
    settle(all);
  }

  /** When the focus enters the line of a blank row, shows what the row takes over. */
  function begin(all: RowState[], target: EventTarget | null): boolean {
    const place = placeOfField(nameOf(target));
    const state = place?.part === "line" ? all[place.index] : undefined;
    if (!reader || !place || !state || !isBlank(state.row)) return false;
    all[place.index] = { ...state, ...drawnAnew(state), row: reader.beginRow(state.row, aboveOf(all, place.index)) };
    setHints([]);
    return true;
  }

  /** Reads typed options when their field loses the focus. */
  function addOptions(all: RowState[], field: HTMLInputElement): boolean {
    const place = placeOfField(field.name);
    const state = place?.part === "more" ? all[place.index] : undefined;
    if (!reader || !place || !state || textOf(state.row, "more").trim() === "") return false;
    const row = reader.readMore(state.row, own);
    const left = textOf(row, "more");
    field.value = left;
    const others = state.remarks.filter(({ message }) => message !== NO_OPTION);
    const remarks = left === "" ? others : [...others, { text: left, message: NO_OPTION, asks: true }];
    all[place.index] = { ...state, row, remarks, optionsDrawn: state.optionsDrawn + 1 };
    return true;
  }

  function onBlur({ target, relatedTarget }: FocusEvent<HTMLDivElement>): void {
    const all = typedRows();
    const isAdded = addOptions(all, target as unknown as HTMLInputElement);
    if (begin(all, relatedTarget) || isAdded) setRows(all);
  }

  function onFocus({ target, relatedTarget }: FocusEvent<HTMLDivElement>): void {
    // Focus from another field of the sheet: `onBlur` of that field has handled it.
    if (placeOfField(nameOf(relatedTarget))) return;
    const all = typedRows();
    if (begin(all, target)) setRows(all);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const place = placeOfField(nameOf(event.target));
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
    if (!place || key !== "Enter" || ctrlKey || metaKey || altKey || shiftKey || nativeEvent.isComposing) return;
    event.preventDefault();
    const next = document.getElementById(rowField(place.index + 1, "line"));
    const save = sheet.current?.closest("form")?.querySelector<HTMLElement>("button[type=submit]:not([name])");
    // From the blank row at the end, Enter moves on to the save button.
    if (next) next.focus();
    else if (rows.length > 1) save?.focus();
  }

  function onPaste(event: ClipboardEvent<HTMLDivElement>): void {
    const place = placeOfField(nameOf(event.target));
    const lines = reader?.linesOf(event.clipboardData.getData("text")) ?? [];
    if (place?.part !== "line" || lines.length < 2) return;
    event.preventDefault();
    const field = event.target as HTMLInputElement;
    const all = typedRows();
    const here = all[place.index];
    const [first = "", ...others] = lines;
    // A blank row takes the first line; one that is not blank stays as it is.
    const isFree = here !== undefined && isBlank(here.row);
    if (isFree) {
      field.value = first;
      all[place.index] = { ...here, ...drawnAnew(here), row: { line: [first] } };
    }
    const more = (isFree ? others : lines).map((line, index) => ({
      ...blankState(freeId(all) + index),
      row: { line: [line] },
    }));
    all.splice(place.index + 1, 0, ...more);
    // Simulates typing once the rows are rendered, so that leaving the page asks about unsaved changes, and pasted text is
    // checked for names.
    requestAnimationFrame(() => field.dispatchEvent(new InputEvent("input", { bubbles: true })));
    settle(all);
  }

  const view = viewOf(rows, form);
  return { rows, view, hints, listen: { onInput, onFocus, onBlur, onKeyDown, onPaste } };
}

/** The reader of lines, loaded once the list is open; null until then, and without a connection. */
function useReader(): Reader | null {
  const [reader, setReader] = useState<Reader | null>(null);
  useEffect(() => {
    let isHere = true;
    import("./reader").then(
      (loaded) => isHere && setReader(() => loaded),
      // Without it the server reads the lines when they are sent.
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, []);
  return reader;
}

function freeId(rows: readonly RowState[]): number {
  return 1 + Math.max(-1, ...rows.map(({ id }) => id));
}

function drawnAnew({ drawn, optionsDrawn }: RowState) {
  return { drawn: drawn + 1, optionsDrawn: optionsDrawn + 1 };
}

function nameOf(target: EventTarget | null): string {
  return (target as HTMLInputElement | null)?.name ?? "";
}

/** The form view with the present rows, and with the errors of the response. */
function viewOf(rows: readonly RowState[], form: FormView): FormView {
  const { value, values } = formView(valuesOf(rows.map(({ row }) => row)), undefined);
  return { ...form, value, values };
}

function startRows(form: FormView, remarks: Sheet["remarks"]): RowState[] {
  const rows = Array.from({ length: form.rows("cases") }, (_, index): RowState => {
    const row = Object.fromEntries(ROW_PARTS.map((part) => [part, form.values(rowField(index, part))]));
    return { ...blankState(index), row, remarks: remarks?.[index] ?? [] };
  });
  const isFull = rows.every(({ row }) => !isBlank(row));
  return isFull ? [...rows, blankState(rows.length)] : rows;
}

/** The values that a form would send. */
function valuesIn(page: HTMLFormElement): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  for (const [name, value] of new FormData(page)) {
    if (typeof value !== "string") continue;
    values[name] = [...(values[name] ?? []), value];
  }
  return values;
}
