/**
 * Names of the fields that hold a secret, of all forms: passwords, codes, tokens. What is typed into one never
 * travels back in a page, and is never kept with a half-filled form.
 */
export const SECRET_FIELDS = [
  "password",
  "password1",
  "password2",
  "twoFactorCode",
  "recoveryCode",
  "code",
  // Of a passkey, and of an authenticator app that is being set up.
  "answer",
  "setup",
  "turnstile_token",
  "turnstileToken",
  "question",
  "question_answer",
];

const SECRETS: ReadonlySet<string> = new Set(SECRET_FIELDS);

/** True for a field of that name, wherever it stands in its form: `rows[0].password` too. */
export function holdsSecret(fieldName: string): boolean {
  return fieldName.split(/[.[\]]+/).some((part) => SECRETS.has(part));
}
