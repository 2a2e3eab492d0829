import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { control, field, row } from "styled-system/recipes";
import type { FormView } from "./form-state";

/** Calls of literals, so that the build can replace them by class names. */
export const WIDTHS = {
  full: control({ width: "full" }),
  ch4: control({ width: "ch4" }),
  ch6: control({ width: "ch6" }),
  ch12: control({ width: "ch12" }),
  ch24: control({ width: "ch24" }),
  ch40: control({ width: "ch40" }),
};

export type Width = keyof typeof WIDTHS;

export interface FieldProps {
  form: FormView;
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Marked as invalid without its own message: the error is that of the form as a whole. */
  faulty?: boolean;
}

/** Label, hint, error, control, in that order; each linked to the control. */
export function FieldFrame({ form, name, label, hint, faulty, children }: FieldProps & { children: ReactNode }) {
  const styles = field();
  const error = form.error(name);
  return (
    <div className={styles.root} data-invalid={error || faulty ? "" : undefined}>
      <label id={`${name}-label`} htmlFor={name} className={styles.label}>
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

/** The error of one field, for groups that have their own layout. */
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

export function fieldAttributes({ form, name, hint, faulty }: Pick<FieldProps, "form" | "name" | "hint" | "faulty">) {
  const error = form.error(name);
  const described = [hint ? `${name}-hint` : "", error ? `${name}-error` : ""].filter(Boolean).join(" ");
  return {
    id: name,
    name,
    "aria-invalid": error || faulty ? (true as const) : undefined,
    "aria-describedby": described || undefined,
  };
}

/** Fields side by side if there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={row({ gap: "4", align: "end" })}>{children}</div>;
}
