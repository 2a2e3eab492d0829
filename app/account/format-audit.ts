import { ownValue } from "~/platform/http/own-value";
import type { Act } from "./audit.server";

/** What an act says to whoever reads a list of them. */
const ACTS: Record<Act, string> = {
  "account-made": "Account made",
  "logged-in": "Logged in",
  "logged-in-with-passkey": "Logged in with a passkey",
  "login-refused": "Logins refused",
  "code-refused": "Two-factor codes refused",
  "email-change-asked": "New email address asked for",
  "email-verified": "Email address verified",
  "password-changed": "Password changed",
  "password-reset": "Password reset with a code by mail",
  "totp-on": "Authenticator app turned on",
  "totp-off": "Authenticator app turned off",
  "recovery-codes-renewed": "New recovery codes made",
  "recovery-code-used": "Recovery code used",
  "passkey-added": "Passkey added",
  "passkey-removed": "Passkey removed",
  "factor-always-asked": "Login set to ask for a passkey or code each time",
  "password-alone": "Login set to take the password alone",
  "logins-ended": "Logins ended",
  "restored-from-backup": "Restored from a backup",
  "account-deleted": "Account deleted",
  "data-exported": "Data exported",
  "data-imported": "Data imported",
  "some-data-deleted": "Some of the data deleted",
  "feed-made": "Address of the calendar feed made",
  "feed-changed": "What the calendar feed shows changed",
  "feed-ended": "Calendar feed turned off",
  "admin-level-changed": "An administrator changed the level",
  "admin-logins-ended": "An administrator ended logins",
  "admin-verification-sent": "An administrator sent a link to verify the address",
  "admin-mail-retried": "An administrator had mail tried again",
  "admin-job-retried": "An administrator had a job tried again",
  "admin-backup-asked": "An administrator asked for a backup",
};

/** What an export of everything says of itself; that of a part, such as one table, says which. */
export const WHOLE_EXPORTS = {
  json: "JSON file",
  zip: "CSV tables in a ZIP file",
  ics: "calendar file (ICS)",
} as const;

/** In words: `An administrator changed the level: from 9 to 5`. What is not known here any more is said as it is kept. */
export function formatAction({ action, detail }: { action: string; detail: string }): string {
  const words = ownValue(ACTS, action) ?? action;
  return detail === "" ? words : `${words}: ${detail}`;
}
