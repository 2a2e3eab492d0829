import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { control } from "styled-system/recipes";
import { FieldFrame, type FieldProps, WIDTHS, type Width, wiring } from "./field-frame";

export interface TextFieldProps extends FieldProps {
  width?: Width;
  type?: "text" | "password" | "email";
  autoComplete?: string;
  inputMode?: "text" | "numeric" | "decimal";
  /** For figures and times. */
  figures?: boolean;
  spellCheck?: boolean;
  /** Id of a datalist. */
  list?: string;
  onInput?: (value: string) => void;
  /** Puts what is typed into its form as one types. @param before what the field held */
  shape?: (text: string, before: string) => string;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** In the field, at its end. */
  children?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { form, name, width = "full", type = "text", figures, autoComplete = "off", onInput, shape, ...rest } = props;
  const before = useRef(form.value(name));
  const { label: _label, hint: _hint, faulty: _faulty, children, ...attributes } = rest;
  return (
    <FieldFrame {...props}>
      <input
        {...attributes}
        {...wiring(props)}
        type={type}
        autoComplete={autoComplete}
        defaultValue={form.value(name)}
        className={WIDTHS[width]}
        data-figures={figures || undefined}
        onInput={({ currentTarget: input }) => {
          const shaped = shape?.(input.value, before.current) ?? input.value;
          if (shaped !== input.value) {
            // Who edits in the middle goes on there, and not at the end where the browser puts the caret.
            const after = input.value.length - (input.selectionEnd ?? input.value.length);
            input.value = shaped;
            const caret = Math.max(0, shaped.length - after);
            input.setSelectionRange(caret, caret);
          }
          before.current = shaped;
          onInput?.(shaped);
        }}
      />
      {children}
    </FieldFrame>
  );
}

interface NoteFieldProps extends FieldProps {
  lines?: number;
}

export function NoteField(props: NoteFieldProps) {
  const { form, name, lines = 3 } = props;
  return (
    <FieldFrame {...props}>
      <textarea {...wiring(props)} rows={lines} defaultValue={form.value(name)} className={control({ kind: "note" })} />
    </FieldFrame>
  );
}
