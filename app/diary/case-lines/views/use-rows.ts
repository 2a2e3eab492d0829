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
import { type FormView, formView } from "~/ui/forms/form-state";
import type { NamedOption } from "../line-case";
import type { Remark } from "../remarks";
import { placeOfField, rowField, rowsOf, valuesOf } from "../rows-in-form";
import { addOptions, beginRow, pasted, type Reader, type RowState, settled, startRows } from "./row-states";

interface Sheet {
  sheet: RefObject<HTMLDivElement | null>;
  form: FormView;
  own: readonly NamedOption[];
  descriptions: readonly string[];
  remarks: readonly (readonly Remark[])[] | undefined;
}

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

  const settle = (all: readonly RowState[]) => setRows(settled(all, reader, own));
  const readAll = useEffectEvent(() => settle(typedRows()));
  useEffect(() => {
    if (reader) readAll();
  }, [reader]);

  function onInput({ target }: FormEvent<HTMLDivElement>): void {
    const field = target as HTMLInputElement;
    const place = placeOfField(field.name);
    if (!place) return;
    if (place.part === "line") setHints(reader?.suggestLines(field.value, descriptions) ?? []);
    settle(typedRows());
  }

  /** When the focus enters the line of a blank row, shows what the row takes over. */
  function begin(all: RowState[], target: EventTarget | null): boolean {
    const isBegun = reader !== null && beginRow(all, placeOfField(nameOf(target)), reader);
    if (isBegun) setHints([]);
    return isBegun;
  }

  function onBlur({ target, relatedTarget }: FocusEvent<HTMLDivElement>): void {
    const all = typedRows();
    const isAdded = reader !== null && addOptions(all, target as unknown as HTMLInputElement, reader, own);
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
    const all = pasted(typedRows(), place.index, lines, field);
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

function nameOf(target: EventTarget | null): string {
  return (target as HTMLInputElement | null)?.name ?? "";
}

/** The form view with the present rows, and with the errors of the response. */
function viewOf(rows: readonly RowState[], form: FormView): FormView {
  const { value, values } = formView(valuesOf(rows.map(({ row }) => row)), undefined);
  return { ...form, value, values };
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
