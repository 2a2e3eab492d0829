import { newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { audit } from "./table.server";

/** What is worth knowing afterwards. */
export type Act =
  | "account-made"
  | "logged-in"
  | "logged-in-with-passkey"
  | "email-change-asked"
  | "email-verified"
  | "password-changed"
  | "password-reset"
  | "totp-on"
  | "totp-off"
  | "recovery-codes-renewed"
  | "recovery-code-used"
  | "passkey-added"
  | "passkey-removed"
  | "logins-ended"
  | "account-deleted";

/** One line, for the batch of what it tells. */
export function auditLine(db: Database, userRef: string, act: Act, now: number) {
  return db.insert(audit).values({ unique_ref: newRef(), user_ref: userRef, act, at: now });
}
