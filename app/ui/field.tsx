import { type ReactNode, useRef } from "react";
import { css } from "styled-system/css";
import { choice, control, field, row, segments } from "styled-system/recipes";
import { typedTime } from "~/time/typed-time";
import type { FormView } from "./form-state";

/** Written out, so that the build can put the class names in their place. */
const WIDTHS = {
  full: control({ width: "full" }),
  ch4: control({ width: "ch4" }),
  ch6: control({ width: "ch6" }),
  ch12: control({ width: "ch12" }),
  ch24: control({ width: "ch24" }),
  ch40: control({ width: "ch40" }),
};

type Width = keyof typeof WIDTHS;

interface FieldProps {
  form: FormView;
  name: string;
  label: string;
  hint?: ReactNode;
  /** Red without a message of its own: what is wrong is said of the form as a whole. */
  faulty?: boolean;
}

/** Label, hint, error, control, in that order; each linked to the control. */
function FieldFrame({ form, name, label, hint, faulty, children }: FieldProps & { children: ReactNode }) {
  const styles = field();
  const error = form.error(name);
  return (
    <div className={styles.root} data-invalid={error || faulty ? "" : undefined}>
      <label htmlFor={name} className={styles.label}>
        {label}
      </label>
      {hint && (
        <span id={`${name}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      <FieldError form={form} name={name} />
      {children}
    </div>
  );
}

/** The message of one field, for groups that draw themselves. */
export function FieldError({ form, name }: { form: FormView; name: string }) {
  const error = form.error(name);
  if (!error) return null;
  return (
    <span id={`${name}-error`} className={field().error}>
      <span className={css({ srOnly: true })}>Error: </span>
      {error}
    </span>
  );
}

function wiring({ form, name, hint, faulty }: Pick<FieldProps, "form" | "name" | "hint" | "faulty">) {
  const error = form.error(name);
  const described = [hint ? `${name}-hint` : "", error ? `${name}-error` : ""].filter(Boolean).join(" ");
  return {
    id: name,
    name,
    "aria-invalid": error || faulty ? (true as const) : undefined,
    "aria-describedby": described || undefined,
  };
}

interface TextFieldProps extends FieldProps {
  width?: Width;
  type?: "text" | "password" | "email";
  autoComplete?: string;
  inputMode?: "text" | "numeric" | "decimal";
  /** For figures and times. */
  figures?: boolean;
  spellCheck?: boolean;
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
          if (shaped !== input.value) input.value = shaped;
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

export interface Choice {
  value: string;
  label: string;
}

export interface ChoiceGroup {
  label: string;
  choices: Choice[];
}

interface SelectFieldProps extends FieldProps {
  choices?: readonly Choice[];
  groups?: readonly ChoiceGroup[];
  /** First choice, with the value "". */
  blank?: string;
  width?: Width;
  onInput?: (value: string) => void;
}

export function SelectField(props: SelectFieldProps) {
  const { form, name, choices = [], groups = [], blank, width = "full", onInput } = props;
  return (
    <FieldFrame {...props}>
      <select
        {...wiring(props)}
        defaultValue={form.value(name)}
        className={WIDTHS[width]}
        onChange={onInput && ((event) => onInput(event.currentTarget.value))}
      >
        {blank !== undefined && <option value="">{blank}</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </FieldFrame>
  );
}

interface RadioFieldProps extends FieldProps {
  choices: readonly Choice[];
  onInput?: (value: string) => void;
}

/** Two to six answers in one row, all in sight. The first has the field's id, for the error summary. */
export function SegmentField(props: RadioFieldProps) {
  const { form, name, label, hint, choices, onInput } = props;
  const styles = field();
  const seg = segments();
  const { id, "aria-describedby": described } = wiring(props);
  return (
    <fieldset className={styles.root} data-invalid={form.error(name) ? "" : undefined} aria-describedby={described}>
      <legend className={styles.label}>{label}</legend>
      {hint && (
        <span id={`${name}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      <FieldError form={form} name={name} />
      <div className={seg.root}>
        {choices.map((each, index) => (
          <label key={each.value} className={seg.item}>
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={each.value}
              defaultChecked={form.value(name) === each.value}
              onChange={onInput && (() => onInput(each.value))}
            />
            {each.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One tick box. */
export function TickField(props: FieldProps & { onInput?: (ticked: boolean) => void }) {
  const { form, name, label, hint, onInput } = props;
  const styles = field();
  return (
    <div className={styles.root} data-invalid={form.error(name) ? "" : undefined}>
      <FieldError form={form} name={name} />
      <label className={choice()}>
        <input
          {...wiring(props)}
          type="checkbox"
          value="yes"
          defaultChecked={form.value(name) !== ""}
          onChange={onInput && ((event) => onInput(event.currentTarget.checked))}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <span id={`${name}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** Fields side by side where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={row({ gap: "4", align: "end" })}>{children}</div>;
}
