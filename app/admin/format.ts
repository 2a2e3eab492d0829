import type { MailKind } from "~/mail/contents";
import type { Job } from "~/platform/context";
import { ownValue } from "~/platform/http/own-value";
import { formatCountedIfAny, formatList } from "~/platform/time/counted";
import { MINUTE_MS } from "~/platform/time/durations";

const MAILS: Record<MailKind, string> = {
  "verify-address": "Link to verify an address",
  "sign-up-link": "Link to go on with a sign-up",
  "address-in-use": "Notice that somebody else gave the address",
  "address-change-asked": "Notice that a change of address was asked for",
  "address-changed": "Notice that the address was changed",
  "address-taken-back": "Notice that the address was removed again",
  "address-is-back": "Notice that this address was restored",
  "reset-code": "Code to set a new password",
  "password-changed": "Notice that the password was changed",
  "factor-changed": "Notice that a second factor was changed",
  "new-browser": "Notice of a login from a new browser",
  "feed-made": "Notice that a calendar feed was made",
  "rota-unread": "Notice that a rota cannot be read",
  "round-up": "Friday email: what is left of a week",
  "no-signal-waiting": "Notice that entries wait on a device",
  "account-suspended": "Notice that the account was suspended",
  "suspension-lifted": "Notice that the suspension was lifted",
  "export-allowed": "Notice that a copy of the data can be saved",
  "data-deleted": "Notice that all data was deleted",
  matter: "Notice to whoever runs Daybook",
};

/** Describes a mail by its kind. */
export function formatMail(kind: string): string {
  return ownValue(MAILS, kind) ?? kind;
}

const JOBS: Record<Job["kind"], string> = {
  "send-mail": "Send an email",
  "look-up-reset": "Look up an address for a password reset",
  "forget-user": "Remove the files of a deleted account",
  "back-up-user": "Back up a user",
  "mail-round-up": "Write the Friday email of a user",
  "read-rota": "Read a rota at its address",
  "check-store": "Compare the backups in the store with their list",
};

/** Describes a job; an unknown kind is shown as it is. */
export function formatJob(kind: string): string {
  return ownValue(JOBS, kind) ?? `Unknown: ${kind}`;
}

/** The runs of the cron, each with the time after which it is late. */
const RUNS: Partial<Record<string, { words: string; lateAfterMs: number }>> = {
  minute: { words: "Every minute", lateAfterMs: 10 * MINUTE_MS },
  daily: { words: "Daily, at 03:00 UTC", lateAfterMs: 26 * 60 * MINUTE_MS },
};

export function formatRun(name: string): string {
  return RUNS[name]?.words ?? name;
}

/** Whether a run should have begun again by now. */
export function isLate(name: string, beganAt: number, now: number): boolean {
  return now - beganAt > (RUNS[name]?.lateAfterMs ?? Number.POSITIVE_INFINITY);
}

/** The levels in words: what each opens beyond those below it. */
export function formatLevel(level: number): string {
  if (level < 3) return "account pages only";
  if (level < 5) return "the diary too";
  if (level === 8) return "reports and progress too, and the element chosen for them";
  if (level === 9) return "reports and progress too; every new account";
  return level < 10 ? "reports and progress too" : "administrator";
}

/** `2 logins and 1 pending login`; empty for none. */
export function formatLogin(open: number, halfFinished: number): string {
  const parts = [formatCountedIfAny(open, "login"), formatCountedIfAny(halfFinished, "pending login")];
  return formatList(parts.filter((part) => part !== ""));
}

/** `1.2 MB`; at least `0.1 MB` unless it is nothing. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return `${bytes === 0 ? "0" : Math.max(0.1, megabytes).toFixed(1)} MB`;
}
