/** What the keeper may want to count, or be woken by. */
type AuthEvent =
  | "logged-in"
  | "login-refused"
  /** Turned away until the bot check is passed. */
  | "login-held"
  | "second-factor-owed"
  | "second-factor-refused"
  | "second-factor-locked"
  | "proof-given"
  | "proof-refused"
  | "proof-locked"
  | "reset-asked"
  /** A code was wrong, or over. */
  | "reset-refused"
  | "reset-locked"
  | "bot-check-refused"
  | "email-verified"
  | "signed-up"
  /** As many accounts were made within the hour as are. */
  | "sign-ups-spent";

/** One line, without names, addresses or references: who did what is in the audit table. */
export function logAuth(event: AuthEvent): void {
  console.log(JSON.stringify({ kind: "auth", event }));
}
