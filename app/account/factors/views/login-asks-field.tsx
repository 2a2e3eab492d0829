import { css } from "styled-system/css";
import { choice, column, field, text } from "styled-system/recipes";
import { FieldError } from "~/ui/field-frame";
import type { FormView } from "~/ui/form-state";

const CHOICES = [
  {
    value: "factor",
    label: "Always ask for a passkey or code",
    hint: "A stolen password is not enough. On a hospital PC without passkeys you log in with your password and a code: from an authenticator app if you set one up, or one of your recovery codes, so keep those where you can reach them at work.",
  },
  {
    value: "password",
    label: "Let my password open my account too",
    hint: "Anyone who finds out your password gets in without your passkey. After a reset by email you are asked for a passkey or code all the same, once.",
  },
] as const;

interface LoginAsksFieldProps {
  form: FormView;
  /** Where a heading says it already. */
  legendUnseen?: boolean;
}

/** What the owner of passkeys is asked for when they log in with their password. */
export function LoginAsksField({ form, legendUnseen = false }: LoginAsksFieldProps) {
  const styles = field();
  const error = form.error("login_asks");
  return (
    <fieldset
      className={styles.root}
      data-invalid={error ? "" : undefined}
      aria-describedby={error ? "login_asks-error" : undefined}
    >
      <legend className={legendUnseen ? css({ srOnly: true }) : styles.label}>
        When you log in with your password
      </legend>
      <div className={column({ gap: "3" })}>
        <FieldError form={form} name="login_asks" />
        {CHOICES.map(({ value, label, hint }, index) => (
          <div key={value}>
            <label className={choice()}>
              <input
                type="radio"
                id={index === 0 ? "login_asks" : undefined}
                name="login_asks"
                value={value}
                defaultChecked={form.value("login_asks") === value}
                aria-describedby={`login_asks-${value}`}
              />
              <span>{label}</span>
            </label>
            <p id={`login_asks-${value}`} className={`${text({ kind: "hint" })} ${underLabel}`}>
              {hint}
            </p>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** As under a tick box. */
const underLabel = css({ paddingLeft: "[28px]", marginTop: { base: "[-10px]", wide: "0" } });
