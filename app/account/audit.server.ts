import { and, desc, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { ownValue } from "~/platform/http/own-value";
import { noteRecord } from "~/platform/http/request-note.server";
import { DAY_MS } from "~/platform/time/durations";
import type { RequestContext } from "./guard.server";
import { assertLogin } from "./login/logins.server";
import { audit, users } from "./table.server";

/** The acts that are recorded, with their labels for lists. */
export const ACTS = {
  "account-made": "Account made",
  "logged-in": "Logged in",
  "logged-in-with-passkey": "Logged in with a passkey",
  "login-refused": "Logins refused",
  "login-while-suspended": "Login refused because the account is suspended",
  "code-refused": "Two-factor codes refused",
  "email-change-asked": "New email address requested",
  "email-verified": "Email address verified",
  "email-taken-back": "Former email address restored by the link in an email",
  "terms-accepted": "Terms accepted",
  "password-changed": "Password changed",
  "password-reset": "Password reset with a code by mail",
  "totp-on": "Authenticator app turned on",
  "totp-off": "Authenticator app turned off",
  "recovery-codes-renewed": "New recovery codes made",
  "recovery-code-used": "Recovery code used",
  "passkey-added": "Passkey added",
  "passkey-removed": "Passkey removed",
  "factor-always-asked": "Set to ask for a passkey or code at each login",
  "password-alone": "Set to log in with the password alone",
  "logins-ended": "Logins ended",
  "restored-from-backup": "Restored from a backup",
  "account-deleted": "Account deleted",
  "data-exported": "Data exported",
  "data-imported": "Data imported",
  "some-data-deleted": "Some of the data deleted",
  "period-locked": "Period locked",
  "period-unlocked": "Period unlocked",
  "feed-made": "Calendar feed address created",
  "feed-changed": "Calendar feed contents changed",
  "feed-ended": "Calendar feed turned off",
  "admin-level-changed": "An administrator changed the level",
  "admin-logins-ended": "An administrator ended logins",
  "admin-verification-sent": "An administrator sent a link to verify the address",
  "admin-mail-retried": "An administrator had mail tried again",
  "admin-job-retried": "An administrator had a job tried again",
  "admin-backup-asked": "An administrator asked for a backup",
  "admin-suspended": "An administrator suspended the account",
  "admin-suspension-lifted": "An administrator lifted the suspension",
  "admin-export-allowed": "An administrator allowed a copy of the data",
} as const;

export type Act = keyof typeof ACTS;

/** Acts of an administrator on another user, or on rows that belong to no user; each line records its object. */
export type AdminAct = Extract<Act, `admin-${string}`>;

/** The user concerned, if not the acting one; and what was changed or deleted, never its content. */
interface AuditDetails {
  about_ref?: string;
  detail?: string | SQL<string>;
}

/**
 * Statement: one line, for the batch of the change that it records. Once that is committed the log says the same, without
 * names: every act goes through here.
 */
export function auditLine(db: Database, userRef: string, act: Act, now: number, more: AuditDetails = {}) {
  const unique_ref = newRef();
  const about = more.about_ref ? { about: more.about_ref } : {};
  noteRecord(unique_ref, { event: act, subject: userRef, ...about });
  return db.insert(audit).values({ unique_ref, user_ref: userRef, action: act, occurred_at: now, ...more });
}

/**
 * Statements as `auditLine`, for acts of a logged-in user: if the login in use was ended meanwhile, the batch fails
 * (`rejectEndedLogin`).
 */
export function auditLineBy(context: Pick<RequestContext, "db" | "user" | "now">, act: Act, more: AuditDetails = {}) {
  const { db, user, now } = context;
  return [assertLogin(context), auditLine(db, user.unique_ref, act, now, more)] as const;
}

/**
 * Details of the lines for a complete export, by format; the line of a partial export, such as one table, names the
 * part.
 */
export const WHOLE_EXPORTS = {
  json: "JSON file",
  zip: "CSV tables in a ZIP file",
  ics: "calendar file (ICS)",
} as const;

/** A line in words: `An administrator changed the level: from 9 to 5`. An action without a label is shown as stored. */
export function formatAction({ action, detail }: { action: string; detail: string }): string {
  const words = ownValue<string>(ACTS, action) ?? action;
  return detail === "" ? words : `${words}: ${detail}`;
}

export const LINES_PER_PAGE = 50;

/** Condition: lines of the user's acts, and of acts on their account. */
export function isOfUser(userRef: string) {
  // The condition of the partial index is written literally: SQLite would not recognise it with a bound value.
  const about = and(eq(audit.about_ref, userRef), sql`${audit.about_ref} <> ''`);
  return or(eq(audit.user_ref, userRef), about);
}

/** Statement for a page's batch: lines of a user, newest first, and one more than a page shows. */
export function activityLines(db: Database, userRef: string, page: number) {
  const { unique_ref, action, occurred_at, detail } = getTableColumns(audit);
  return db
    .select({ unique_ref, action, occurred_at, detail })
    .from(audit)
    .where(isOfUser(userRef))
    .orderBy(desc(audit.occurred_at), desc(audit.unique_ref))
    .limit(LINES_PER_PAGE + 1)
    .offset((page - 1) * LINES_PER_PAGE);
}

/** Statement for a page's batch: when the user last exported everything. */
export function lastExport(db: Database, userRef: string) {
  // Lines from before exports recorded the kind of file have no detail.
  const isWhole = inArray(audit.detail, ["", ...Object.values(WHOLE_EXPORTS)]);
  return db
    .select({ at: audit.occurred_at })
    .from(audit)
    .where(and(eq(audit.user_ref, userRef), eq(audit.action, "data-exported"), isWhole))
    .orderBy(desc(audit.occurred_at))
    .limit(1);
}

/** A refused act of a user, and the reference of its line of the day. */
export interface RefusalLine {
  act: Act;
  ref: string;
}

/** @param key identifies the user or source, and is keyed or random: the line's reference is a hash of it */
export async function refusalLine(act: Act, key: string, now: number): Promise<RefusalLine> {
  return { act, ref: await hashOf(`${act}/${key}/${Math.floor(now / DAY_MS)}`) };
}

/**
 * Statement: counts one refusal in the activity log. There is one line a day with a count, so that a flood of tries
 * does not cause a flood of lines.
 * @param whose condition that selects the user; if it selects none, nothing is written, with the same amount of work
 */
export function countRefusal(db: Database, { act, ref }: RefusalLine, whose: SQL, now: number) {
  const values = sql`${ref}, ${users.unique_ref}, ${act}, ${now}, '', '1'`;
  return db
    .insert(audit)
    .select(sql`SELECT ${values} FROM ${users} WHERE ${whose}`)
    .onConflictDoUpdate({
      target: audit.unique_ref,
      set: { occurred_at: now, detail: sql`CAST(CAST(${audit.detail} AS INTEGER) + 1 AS TEXT)` },
    });
}

/** Statements: take one refusal back that was counted before the check, and turned out to be right. */
export function uncountRefusal(db: Database, { ref }: RefusalLine) {
  return [
    db.update(audit).set({ detail: sql`CAST(CAST(detail AS INTEGER) - 1 AS TEXT)` }).where(eq(audit.unique_ref, ref)),
    db.delete(audit).where(and(eq(audit.unique_ref, ref), eq(audit.detail, "0"))),
  ] as const;
}
