import type { ReactNode } from "react";
import { Link, useLocation, useRouteLoaderData } from "react-router";
import type { FormView } from "~/ui/forms/form-state";
import { TextField, type TextFieldProps } from "~/ui/forms/text-fields";

interface CodeFieldProps {
  form: FormView;
  /** For users without an app: only a recovery code is accepted. */
  recoveryOnly?: boolean;
  hint?: string;
  /** Accepts only the six digits of an authenticator app; otherwise a recovery code too. */
  digitsOnly?: boolean;
}

/** The field of the second factor, with the words of the specification (2.6). */
export function CodeField({ form, digitsOnly = false, recoveryOnly = false, hint }: CodeFieldProps) {
  // A refused code is never valid again: each response of the server brings an empty field.
  const { key } = useLocation();
  const byPasskey = usePasskeyHint();
  const noApp = recoveryOnly || (byPasskey !== null && !digitsOnly);
  const otherwise = recoveryOnly ? RECOVERY : (byPasskey ?? DIGITS_OR_CODE);
  return (
    <TextField
      key={key}
      form={form}
      name="twoFactorCode"
      label={noApp ? "Recovery code" : "Two FA Code"}
      hint={hint ?? (digitsOnly ? DIGITS : otherwise)}
      width={digitsOnly ? "ch12" : "ch40"}
      figures
      autoComplete="one-time-code"
      spellCheck={false}
      {...(digitsOnly ? { inputMode: "numeric", shape: sixDigits } : {})}
    />
  );
}

interface PasswordAndCodeProps extends Pick<CodeFieldProps, "form" | "recoveryOnly">, Pick<TextFieldProps, "hint"> {
  /** Whether two-factor is on, and was not given recently. */
  asksCode: boolean;
  label?: string;
  width?: TextFieldProps["width"];
}

/** The fields that a form asks for itself, in place of a reauthentication beforehand. */
export function PasswordAndCode(props: PasswordAndCodeProps) {
  const { form, asksCode, recoveryOnly, label = "Password", hint, width = "ch40" } = props;
  return (
    <>
      <TextField
        form={form}
        name="password"
        label={label}
        hint={hint}
        type="password"
        width={width}
        autoComplete="current-password"
      />
      {asksCode && <CodeField form={form} recoveryOnly={recoveryOnly} />}
    </>
  );
}

const DIGITS = "Six digits, from your authenticator app.";
const RECOVERY = "One of your recovery codes.";
const DIGITS_OR_CODE = "Six digits from your authenticator app, or one of your recovery codes.";

/**
 * Hint for users with passkeys and no app, who can confirm with a passkey first and then need no code. Null for all
 * others.
 */
function usePasskeyHint(): ReactNode {
  const { pathname } = useLocation();
  const root = useRouteLoaderData("root") as { byPasskey?: boolean } | undefined;
  if (!root?.byPasskey) return null;
  return (
    <>
      {RECOVERY} Or{" "}
      <Link to={`/account/confirm/?next=${encodeURIComponent(pathname)}`}>confirm with your passkey first</Link>: then
      you are not asked for a code.
    </>
  );
}

function sixDigits(text: string): string {
  return text.replace(/\D/g, "").slice(0, 6);
}
