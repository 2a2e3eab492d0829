import { type ReactNode, useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { css } from "styled-system/css";
import { column, field } from "styled-system/recipes";
import { upperFirst } from "~/platform/letter-case";
import { SubmitButton } from "../layout/button";
import type { FormView } from "./form-state";
import { useSending } from "./post-form";

interface RepeatedRowsProps<Part extends string> {
  form: FormView;
  /** Name of the group: its fields are `name[0].part`. */
  name: string;
  /** The answers of a new row, by part. */
  blank: Readonly<Record<Part, string>>;
  legend: string;
  /** For screen readers alone: what is around says it. */
  legendUnseen?: boolean;
  hint: ReactNode;
  /** Name of one row, such as "time band". */
  one: string;
  /** Class for the layout of a row; a column by default. */
  rowClass?: string;
  /** Renders the fields of a row by their names; `remove` is the button that removes it, null for the only row. */
  children: (row: { nameOf: (part: Part) => string; remove: ReactNode }) => ReactNode;
}

/** Rows of a form that can be added and removed, with script or without: always at least one, which may be blank. */
export function RepeatedRows<Part extends string>(props: RepeatedRowsProps<Part>) {
  const { form, name, blank, legend, legendUnseen, hint, one, rowClass, children } = props;
  const count = Math.max(1, form.rows(name));
  const rows = useFocusOnChange(name, count);
  const parts = Object.keys(blank) as Part[];
  return (
    <fieldset ref={rows} className={field().root}>
      <legend className={legendUnseen ? css({ srOnly: true }) : field().label}>{legend}</legend>
      <span className={field().hint}>{hint}</span>
      <div className={column({ gap: "3" })}>
        {Array.from({ length: count }, (_, index) => {
          const nameOf = (part: Part) => `${name}[${index}].${part}`;
          // Uncontrolled inputs keep their initial values: a row whose answers come from the server is a new element.
          const key = [index, form.rows(name), ...parts.map((part) => form.value(nameOf(part)))].join("/");
          const remove = count > 1 && <RemoveRow name={name} index={index} one={one} />;
          return (
            <fieldset key={key} className={`${rowBox} ${rowClass ?? column({ gap: "3" })}`}>
              <legend className={css({ srOnly: true })}>
                {upperFirst(one)} {index + 1}
              </legend>
              {children({ nameOf, remove: remove || null })}
            </fieldset>
          );
        })}
      </div>
      <div className={css({ paddingTop: "2" })}>
        {/* A Conform intent: the server answers with the page and one more row. */}
        <SubmitButton
          visual="normal"
          name="__INTENT__"
          value={`insert(${JSON.stringify({ name, defaultValue: blank })})`}
        >
          Add another {one}
        </SubmitButton>
      </div>
    </fieldset>
  );
}

/** The Conform intent of the button that removes a row. */
function removal(name: string, index: number): string {
  return `remove(${JSON.stringify({ name, index })})`;
}

function RemoveRow({ name, index, one }: { name: string; index: number; one: string }) {
  return (
    <SubmitButton visual="plain" name="__INTENT__" value={removal(name, index)}>
      Remove
      <span className={css({ srOnly: true })}>
        {" "}
        {one} {index + 1}
      </span>
    </SubmitButton>
  );
}

/** Focuses an added row. After a removal it focuses the row that follows, or the button that adds one. */
function useFocusOnChange(name: string, count: number) {
  const rows = useRef<HTMLFieldSetElement>(null);
  const before = useRef(count);
  const removed = useRef(0);
  const sent = useNavigation().formData?.get("__INTENT__");
  const isSending = useSending();
  useEffect(() => {
    const index = Array.from({ length: before.current }, (_, row) => removal(name, row)).indexOf(String(sent));
    if (index !== -1) removed.current = index;
  }, [sent, name]);
  useEffect(() => {
    // A button that is disabled meanwhile takes no focus.
    if (isSending) return;
    const added = count > before.current;
    if (count !== before.current) controlOf(rows.current, added ? count - 1 : removed.current)?.focus();
    before.current = count;
  }, [count, isSending]);
  return rows;
}

/** The first field of a row; after the last row the button that adds one. */
function controlOf(rows: HTMLFieldSetElement | null, index: number): HTMLElement | null | undefined {
  const row = rows?.querySelectorAll("fieldset")[index];
  return row
    ? row.querySelector<HTMLElement>("select")
    : rows?.querySelector<HTMLElement>(":scope > div:last-child button");
}

const rowBox = css({ border: "none", borderTop: "line", paddingTop: "3", minWidth: "0" });
