import type { ReactNode } from "react";
import { Link, useLocation, useRouteLoaderData } from "react-router";
import type { FormView } from "~/ui/form-state";
import { TextField } from "~/ui/text-fields";

interface CodeFieldProps {
  form: FormView;
  hint?: ReactNode;
  /** Takes nothing but the six digits of an authenticator app; else a recovery code will do, too. */
  digitsOnly?: boolean;
}

/** The second factor, in the words of the specification (2.6). */
export function CodeField({ form, digitsOnly, hint }: CodeFieldProps) {
  // A code that was refused is never right again: each answer of the server brings an empty field.
  const { key } = useLocation();
  const otherwise = useHintOfProof();
  return (
    <TextField
      key={key}
      form={form}
      name="twoFactorCode"
      label="Two FA Code"
      hint={hint ?? (digitsOnly ? DIGITS : otherwise)}
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

/** Whoever has passkeys and no app gives one of them first, and is asked for no code then. */
function useHintOfProof(): ReactNode {
  const { pathname } = useLocation();
  const root = useRouteLoaderData("root") as { byPasskey?: boolean } | undefined;
  if (!root?.byPasskey) return DIGITS_OR_CODE;
  return (
    <>
      One of your recovery codes. Or{" "}
      <Link to={`/account/confirm/?next=${encodeURIComponent(pathname)}`}>confirm with your passkey first</Link>: then
      you are not asked for a code.
    </>
  );
}

function sixDigits(text: string): string {
  return text.replace(/\D/g, "").slice(0, 6);
}
