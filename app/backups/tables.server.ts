import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { passkeys, recoveryCodes, TOTP_PLACE, totp } from "~/accounts/factors-table.server";
import { feeds } from "~/accounts/feeds-table.server";
import { audit, emailVerifications, users } from "~/accounts/table.server";
import { caseOptions, casePlace, cases, options } from "~/cases/table.server";
import { claimPlace, claimSettings, claims, payers, rates } from "~/claims/table.server";
import { importRows, imports } from "~/csv-import/table.server";
import { idempotencyKeys } from "~/db/idempotency.server";
import { localBankDays } from "~/job-plans/bank-days/table.server";
import { elementSchedule, jobPlanElements, jobPlans, planPlace } from "~/job-plans/table.server";
import { leave, leavePlace, leaveSettings, leaveYears, lieuLedger, lieuPlace } from "~/leave/table.server";
import { mailPlace, outbox } from "~/mail/table.server";
import { profiles } from "~/profile/table.server";
import { cpd, cpdPlace } from "~/reports/cpd/table.server";
import { savedReports } from "~/reports/saved/table.server";
import { sessionPlace, sessions } from "~/sessions/table.server";

/** Rows of users that are backed up. */
export interface BackedUp {
  table: SQLiteTable;
  /** Whose a row is. */
  owner: SQLiteColumn;
  /** What one reads a user's rows by, some at a time: few rows have the same. */
  key: SQLiteColumn;
  /**
   * `account`: how somebody gets in, and what the account went through. A restore brings that back only where the
   * account is gone: a password, a factor or an address of a calendar that was given up since must stay so.
   */
  part: "account" | "diary";
}

const account = [
  { table: users, owner: users.unique_ref, key: users.unique_ref },
  byRef(emailVerifications),
  { table: totp, owner: totp.user_ref, key: totp.user_ref },
  byRef(recoveryCodes),
  byRef(passkeys),
  byRef(audit),
  byRef(feeds),
];

const diary = [
  { table: idempotencyKeys, owner: idempotencyKeys.user_ref, key: idempotencyKeys.key },
  ...[profiles, jobPlans, jobPlanElements, elementSchedule, localBankDays].map(byRef),
  ...[sessions, options, cases].map(byRef),
  { table: caseOptions, owner: caseOptions.user_ref, key: caseOptions.case_ref },
  ...[claims, rates, payers, claimSettings, leave, leaveSettings, leaveYears, lieuLedger].map(byRef),
  ...[imports, importRows, cpd, savedReports].map(byRef),
];

/** In the order in which rows go in: what others point at first. */
export const BACKED_UP: readonly BackedUp[] = [
  ...account.map((each) => ({ ...each, part: "account" }) as const),
  ...diary.map((each) => ({ ...each, part: "diary" }) as const),
];

/** Tables that no backup holds, and why. */
export const NOT_BACKED_UP: Readonly<Record<string, string>> = {
  logins: "whoever was logged in, or was thrown out, logs in again",
  challenges: "half of something that ends within ten minutes",
  reset_codes: "run out within a quarter of an hour",
  rate_counters: "tries of the last hours",
  outbox: "emptied once sent: brought back, a mail would go out again",
  undo_steps: "hold for an hour, and fit the rows as they were then alone",
  takeovers: "a file on its way in",
  takeover_rows: "a file on its way in",
  dead_jobs: "of the queue, not of a user",
  cron_runs: "of the machine, not of a user",
  backups: "says what lies in the store, and is made again from it",
  backups_due: "marks for the next night",
  usage: "counted anew",
};

/** Text that the vault sealed, and the place that it is bound to. */
export interface Sealed {
  table: SQLiteTable;
  column: SQLiteColumn;
  owner: SQLiteColumn;
  /** What `place` takes. */
  ref: SQLiteColumn;
  place: (ref: string) => string;
}

/** All sealed text that outlives a day: what a new key must seal anew before an old one can go. */
export const SEALED: readonly Sealed[] = [
  { ...ofRow(jobPlans), place: planPlace },
  { ...ofRow(sessions), place: sessionPlace },
  { ...ofRow(cases), place: casePlace },
  { ...ofRow(claims), place: claimPlace },
  { ...ofRow(leave), place: leavePlace },
  { ...ofRow(lieuLedger), place: lieuPlace },
  { ...ofRow(cpd), place: cpdPlace },
  { ...ofRow(outbox), place: mailPlace },
  { ...ofRow(importRows), ref: importRows.case_ref, place: casePlace },
  { ...ofRow({ ...totp, unique_ref: totp.user_ref }), table: totp, place: () => TOTP_PLACE },
];

/** Columns of bytes that are none of the above, and why. */
export const NOT_SEALED_ANEW: Readonly<Record<string, string>> = {
  "passkeys.public_key": "public",
  "import_rows.row_key": "a hash",
  "reset_codes.sealed": "gone within a minute, be it looked up or not",
};

function byRef(table: SQLiteTable & { unique_ref: SQLiteColumn; user_ref: SQLiteColumn }) {
  return { table, owner: table.user_ref, key: table.unique_ref };
}

function ofRow(table: SQLiteTable & { unique_ref: SQLiteColumn; user_ref: SQLiteColumn; sealed: SQLiteColumn }) {
  return { table, column: table.sealed, owner: table.user_ref, ref: table.unique_ref };
}
