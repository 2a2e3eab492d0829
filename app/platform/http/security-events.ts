/**
 * Events of the log that no audit line records: tries, and what was refused. The others are the acts of
 * `app/account/audit.server.ts`. docs/operations.md lists them all.
 */
export const SIGNALS = [
  "login-refused",
  /** Refused until the bot check is passed. */
  "login-held",
  "second-factor-owed",
  "second-factor-refused",
  "second-factor-locked",
  "reauthentication-passed",
  "reauthentication-refused",
  "reauthentication-locked",
  "reset-asked",
  /** A code was wrong or had expired. */
  "reset-refused",
  "reset-locked",
  "bot-check-refused",
  /** All accounts that may be created within an hour were created. */
  "sign-ups-spent",
  /** Sent by another site. */
  "cross-site-refused",
  /** A call without its token. */
  "csrf-refused",
  /** By a level that is too low. */
  "level-refused",
  /** By a login that was ended meanwhile. */
  "ended-login-refused",
] as const;

export type Signal = (typeof SIGNALS)[number];
