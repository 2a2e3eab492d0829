import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { control } from "styled-system/recipes";
import { FieldFrame, type FieldProps, WIDTHS, type Width, wiring } from "./field-frame";
import { typeOn } from "./typed-text";

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
  /** What is shown, as one types, of what was typed. */
  shape?: (typed: string) => string;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** In the field, at its end. */
  children?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { form, name, width = "full", type = "text", figures, autoComplete = "off", onInput, shape, ...rest } = props;
  const before = useRef({ shown: form.value(name), typed: form.value(name) });
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
          if (shape) before.current = typeOn(input.value, before.current, shape);
          const shaped = shape ? before.current.shown : input.value;
          if (shaped !== input.value) {
            // Who edits in the middle goes on there, and not at the end where the browser puts the caret.
            const after = input.value.length - (input.selectionEnd ?? input.value.length);
            input.value = shaped;
            const caret = Math.max(0, shaped.length - after);
            input.setSelectionRange(caret, caret);
          }
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
