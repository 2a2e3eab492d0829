import { and, desc, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { ownValue } from "~/platform/http/own-value";
import type { Asked } from "./guard.server";
import { audit, logins, users } from "./table.server";

/** What is worth knowing afterwards, and what it says to whoever reads a list of it. */
const ACTS = {
  "account-made": "Account made",
  "logged-in": "Logged in",
  "logged-in-with-passkey": "Logged in with a passkey",
  "login-refused": "Logins refused",
  "code-refused": "Two-factor codes refused",
  "email-change-asked": "New email address requested",
  "email-verified": "Email address verified",
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
} as const;

export type Act = keyof typeof ACTS;

/** What an administrator does about somebody else, or about what nobody's rows are: each says of whom. */
export type AdminAct = Extract<Act, `admin-${string}`>;

/** Whom it is about beside its user, or a query that finds them, and what it changed or took; never a content. */
interface More {
  about_ref?: string | SQL<string>;
  detail?: string | SQL<string>;
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

/** What an export of everything says of itself; that of a part, such as one table, says which. */
export const WHOLE_EXPORTS = {
  json: "JSON file",
  zip: "CSV tables in a ZIP file",
  ics: "calendar file (ICS)",
} as const;

/** In words: `An administrator changed the level: from 9 to 5`. What is not known here any more is said as it is kept. */
export function formatAction({ action, detail }: { action: string; detail: string }): string {
  const words = ownValue<string>(ACTS, action) ?? action;
  return detail === "" ? words : `${words}: ${detail}`;
}

export const LINES_A_PAGE = 50;

/** Of the lines of what somebody did, and of what was done to their account. */
export function isOfUser(userRef: string) {
  // The condition of the index stands in so many words: of a value that is bound SQLite would not know it.
  const about = and(eq(audit.about_ref, userRef), sql`${audit.about_ref} <> ''`);
  return or(eq(audit.user_ref, userRef), about);
}

/** Lines of a user, the newest first; one more than a page shows. For a page's batch. */
export function activityLines(db: Database, userRef: string, page: number) {
  const { unique_ref, action, occurred_at, detail } = getTableColumns(audit);
  return db
    .select({ unique_ref, action, occurred_at, detail })
    .from(audit)
    .where(isOfUser(userRef))
    .orderBy(desc(audit.occurred_at), desc(audit.unique_ref))
    .limit(LINES_A_PAGE + 1)
    .offset((page - 1) * LINES_A_PAGE);
}

/** When the user last exported everything. For a page's batch. */
export function lastExport(db: Database, userRef: string) {
  // Lines from before they said which file it was have no detail.
  const isWhole = inArray(audit.detail, ["", ...Object.values(WHOLE_EXPORTS)]);
  return db
    .select({ at: audit.occurred_at })
    .from(audit)
    .where(and(eq(audit.user_ref, userRef), eq(audit.action, "data-exported"), isWhole))
    .orderBy(desc(audit.occurred_at))
    .limit(1);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** What was refused of somebody, and under what its line of the day is found again. */
export interface RefusedLine {
  act: Act;
  ref: string;
}

/** @param key says of whom, and is keyed or random: the line's reference is made from it. */
export async function refusedLine(act: Act, key: string, now: number): Promise<RefusedLine> {
  return { act, ref: await hashOf(`${act}/${key}/${Math.floor(now / DAY_MS)}`) };
}

/**
 * Statement: one more of it stands in the activity log. One line a day with a count, so that a flood of tries is no flood
 * of lines.
 * @param whose finds the user; where there is none nothing is written, by the same work.
 */
export function noteRefused(db: Database, { act, ref }: RefusedLine, whose: SQL, now: number) {
  const values = sql`${ref}, ${users.unique_ref}, ${act}, ${now}, '', '1'`;
  return db
    .insert(audit)
    .select(sql`SELECT ${values} FROM ${users} WHERE ${whose}`)
    .onConflictDoUpdate({
      target: audit.unique_ref,
      set: { occurred_at: now, detail: sql`CAST(CAST(${audit.detail} AS INTEGER) + 1 AS TEXT)` },
    });
}

/** Statements: what was noted before it was looked at was right after all. */
export function takeBackRefused(db: Database, { ref }: RefusedLine) {
  return [
    db.update(audit).set({ detail: sql`CAST(CAST(detail AS INTEGER) - 1 AS TEXT)` }).where(eq(audit.unique_ref, ref)),
    db.delete(audit).where(and(eq(audit.unique_ref, ref), eq(audit.detail, "0"))),
  ] as const;
}

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
