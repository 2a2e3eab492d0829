import { eq, type SQL, sql } from "drizzle-orm";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { Asked } from "./guard.server";
import { audit, logins } from "./table.server";

/** What is worth knowing afterwards. */
export type Act =
  | "account-made"
  | "logged-in"
  | "logged-in-with-passkey"
  | "login-refused"
  | "code-refused"
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
  | "factor-always-asked"
  | "password-alone"
  | "logins-ended"
  | "restored-from-backup"
  | "account-deleted"
  | "data-exported"
  | "data-imported"
  | "some-data-deleted"
  | "feed-made"
  | "feed-changed"
  | "feed-ended"
  | AdminAct;

/** What an administrator does about somebody else, or about what nobody's rows are: each says of whom. */
export type AdminAct =
  | "admin-level-changed"
  | "admin-logins-ended"
  | "admin-verification-sent"
  | "admin-mail-retried"
  | "admin-job-retried"
  | "admin-backup-asked";

/** Whom it is about beside its user, or a query that finds them, and what it changed or took; never a content. */
interface More {
  about_ref?: string | SQL<string>;
  detail?: string;
}

/** One line, for the batch of what it tells. @param userRef or a query that finds it */
export function auditLine(db: Database, userRef: string | SQL<string>, act: Act, now: number, more: More = {}) {
  return db.insert(audit).values({ unique_ref: newRef(), user_ref: userRef, action: act, occurred_at: now, ...more });
}

/**
 * As `auditLine`, for what somebody signed in does: the line takes its user from the login that they act from. Where
 * that was ended meanwhile there is none, the column refuses, and the whole batch fails (`turnAwayEnded`).
 */
export function auditLineBy({ db, user, now }: Pick<Asked, "db" | "user" | "now">, act: Act, more: More = {}) {
  const userRef = sql<string>`(SELECT ${logins.user_ref} FROM ${logins} WHERE ${eq(logins.unique_ref, user.login.unique_ref)})`;
  return auditLine(db, userRef, act, now, more);
}
