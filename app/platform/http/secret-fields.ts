/**
 * Names of the fields that hold a secret, of all forms: passwords, codes, tokens. What is typed into one never
 * travels back in a page, and is never kept with a half-filled form.
 */
const SECRETS: ReadonlySet<string> = new Set([
  "password",
  "password1",
  "password2",
  "twoFactorCode",
  "recoveryCode",
  "drawn_codes",
  "code",
  // Of a passkey.
  "answer",
  "turnstile_token",
  "turnstileToken",
  "question",
  "question_answer",
]);

/** True for a field of that name, wherever it stands in its form: `rows[0].password` too. */
export function holdsSecret(fieldName: string): boolean {
  return fieldName.split(/[.[\]]+/).some((part) => SECRETS.has(part));
}
