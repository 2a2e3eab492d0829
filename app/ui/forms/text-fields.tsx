import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { control } from "styled-system/recipes";
import { FieldFrame, type FieldProps, fieldAttributes, WIDTHS, type Width } from "./field-frame";
import type { TypedText } from "./typed-text";

export interface TextFieldProps extends FieldProps {
  width?: Width;
  type?: "text" | "password" | "email";
  autoComplete?: string;
  inputMode?: "text" | "numeric" | "decimal";
  /** Tabular numerals, for numbers and times. */
  figures?: boolean;
  spellCheck?: boolean;
  autoCorrect?: "off";
  /** Label of the Enter key on a phone's keyboard. */
  enterKeyHint?: "next";
  /** Id of a datalist. */
  list?: string;
  onInput?: (value: string) => void;
  /**
   * Formats the field after an input.
   * @param text value of the field after the input
   */
  shape?: (text: string, before: TypedText) => string | TypedText;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Shown in the field, at its end. */
  children?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { form, name, width = "full", type = "text", figures, autoComplete = "off", onInput, shape, ...rest } = props;
  const value = form.value(name);
  const before = useRef<TypedText>({ shown: value, typed: value });
  const { label: _label, hint: _hint, faulty: _faulty, children, ...attributes } = rest;
  return (
    <FieldFrame {...props}>
      <input
        {...attributes}
        {...fieldAttributes(props)}
        type={type}
        autoComplete={autoComplete}
        defaultValue={value}
        className={WIDTHS[width]}
        data-figures={figures || undefined}
        onInput={({ currentTarget: input }) => {
          const { value: text, selectionEnd } = input;
          const next = shape?.(text, before.current) ?? text;
          const shaped = typeof next === "string" ? next : next.shown;
          if (next !== shaped) before.current = next as TypedText;
          if (shaped !== text) {
            // Keeps the caret where the user edits: the browser would put it at the end.
            const caret = Math.max(0, shaped.length - text.length + (selectionEnd ?? text.length));
            input.value = shaped;
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
      <textarea
        {...fieldAttributes(props)}
        rows={lines}
        defaultValue={form.value(name)}
        className={control({ kind: "note" })}
      />
    </FieldFrame>
  );
}

/** A short field for a number. */
export function NumberField(props: Pick<TextFieldProps, "form" | "name" | "label" | "hint" | "inputMode">) {
  return <TextField inputMode="decimal" {...props} width="ch6" figures />;
}

/** A text field that suggests known words while the user types, and accepts any other. */
export function SuggestField({ known, ...props }: TextFieldProps & { known: readonly string[] }) {
  const list = `${props.name}_list`;
  return (
    <>
      <TextField {...props} list={list} />
      <datalist id={list}>
        {known.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </>
  );
}
