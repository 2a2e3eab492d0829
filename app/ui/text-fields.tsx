import { useRef } from "react";
import { control } from "styled-system/recipes";
import { typedTime } from "~/time/typed-time";
import { FieldFrame, type FieldProps, WIDTHS, type Width, wiring } from "./field-frame";

interface TextFieldProps extends FieldProps {
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
}

export function TextField(props: TextFieldProps) {
  const { form, name, width = "full", type = "text", figures, autoComplete = "off", onInput, shape, ...rest } = props;
  const before = useRef(form.value(name));
  const { label: _label, hint: _hint, faulty: _faulty, ...attributes } = rest;
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
    </FieldFrame>
  );
}

/** A date that is typed, dd/mm/yyyy. */
export function DateField(props: FieldProps & { onInput?: (value: string) => void }) {
  return <TextField hint="For example, 27/3/2026" {...props} width="ch12" figures inputMode="text" />;
}

/** A clock time that is typed, hh:mm; script adds the colon (specification section 5). */
export function TimeField(props: FieldProps & { onInput?: (value: string) => void }) {
  return <TextField {...props} width="ch6" figures inputMode="text" shape={typedTime} />;
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
