import type { Job } from "~/http/jobs";
import type { MailKind } from "~/mail/contents";

const MAILS: Record<MailKind, string> = {
  "verify-address": "Link to verify an address",
  "address-in-use": "Notice that somebody else gave the address",
  "address-change-asked": "Notice that a change of address was asked for",
  "address-changed": "Notice that the address was changed",
  "reset-code": "Code to set a new password",
  "password-changed": "Notice that the password was changed",
  "factor-changed": "Notice that a second factor was changed",
  "data-deleted": "Notice that all data was deleted",
};

/** What a mail was for. */
export function mailWords(kind: string): string {
  return MAILS[kind as MailKind] ?? kind;
}

const JOBS: Partial<Record<string, string>> = {
  "send-mail": "Send a mail",
  "look-up-reset": "Look up an address that a code was asked with",
  "expire-reset": "End a code for a new password",
  "expire-verification": "End a link to verify an address",
  "forget-user": "Remove the files of a deleted account",
  "back-up-user": "Back up a user",
} satisfies Partial<Record<Job["kind"] | "back-up-user", string>>;

/** What a job was to do; for what is no job of ours, the name that it came with. */
export function jobWords(kind: string): string {
  return JOBS[kind] ?? `Unknown: ${kind}`;
}

const RUNS: Partial<Record<string, string>> = { minute: "Every minute", daily: "Daily, at 03:00 UTC" };

export function runWords(name: string): string {
  return RUNS[name] ?? name;
}

/** The levels in words: what each opens beyond those below it. */
export function levelWords(level: number): string {
  if (level < 3) return "account pages only";
  if (level < 5) return "the diary too";
  if (level === 8) return "reports and progress too, and the element chosen for them";
  if (level === 9) return "reports and progress too; every new account";
  return level < 10 ? "reports and progress too" : "administrator";
}

/** `1 mail`, `2 mails`. */
export function countOf(n: number, one: string): string {
  return `${n} ${n === 1 ? one : `${one}s`}`;
}
