import { useLocation } from "react-router";
import type { FormView } from "~/ui/form-state";
import { TextField } from "~/ui/text-fields";

interface CodeFieldProps {
  form: FormView;
  hint?: string;
  /** Takes nothing but the six digits of an authenticator app; else a recovery code will do, too. */
  digitsOnly?: boolean;
}

/** The second factor, in the words of the specification (2.6). */
export function CodeField({ form, digitsOnly, hint = digitsOnly ? DIGITS : DIGITS_OR_CODE }: CodeFieldProps) {
  // A code that was refused is never right again: each answer of the server brings an empty field.
  const { key } = useLocation();
  return (
    <TextField
      key={key}
      form={form}
      name="twoFactorCode"
      label="Two FA Code"
      hint={hint}
      width={digitsOnly ? "ch12" : "ch40"}
      figures
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      {...(digitsOnly ? { shape: sixDigits } : {})}
    />
  );
}

const DIGITS = "Six digits, from your authenticator app.";
const DIGITS_OR_CODE = "Six digits from your authenticator app, or one of your recovery codes.";

function sixDigits(text: string): string {
  return text.replace(/\D/g, "").slice(0, 6);
}
