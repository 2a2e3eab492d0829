import { eq, isNotNull, sql } from "drizzle-orm";
import {
  audit,
  backups,
  codes,
  feeds,
  logins,
  PASSWORD_PLACE,
  passkeys,
  recoveryCodes,
  TOTP_PLACE,
  totp,
  users,
} from "~/account/table.server";
import { changedRows, changes, diaries } from "~/changes/table.server";
import { importStaging, stagedImports } from "~/data/backup-import/table.server";
import { casePlace, cases, options } from "~/diary/cases/table.server";
import { feePlace, feeSettings, fees, payers, rates } from "~/diary/fees/table.server";
import { leave, leavePlace, leaveSettings, leaveYears, lieuLedger, lieuPlace } from "~/diary/leave/table.server";
import { lockedPeriods } from "~/diary/locks/table.server";
import { devicePlace, entryPlace, noSignalDevices, noSignalEntries } from "~/diary/no-signal/table.server";
import { ROTA_FEED_PLACE, rotaEvents, rotaFeeds, rotaTitles } from "~/diary/rota/table.server";
import { cancellations, sessionPlace, sessions } from "~/diary/sessions/table.server";
import { importRows, imports } from "~/import/table.server";
import { mailPlace, outbox } from "~/mail/table.server";
import { elementSchedule, jobPlanElements, jobPlans, planPlace } from "~/planning/job-plans/table.server";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { profiles } from "~/profile/table.server";
import { cpd, cpdPlace, savedReports } from "~/reports/table.server";
import { SYSTEM_TABLES } from "./system-tables.server";
import {
  accountRow,
  accountRows,
  backedUp,
  diaryRows,
  encrypted,
  isInStagedImport,
  isOwn,
  isSentTo,
  madeAccount,
  rowsOf,
  type TableEntry,
  temporaryRows,
  withText,
} from "./table-entry.server";

const FILE_ON_ITS_WAY = "a file on its way in, not in the diary yet";
const UNDONE_FOR_AN_HOUR = "they hold for an hour, and fit the rows as they were then alone";
const KNOWN_BY_HASHES =
  "hashes by which this account knows a rota's events again: their sessions are exported, and found by their times";
const ONE_A_USER = "one a user";

/**
 * Every table of the database, once, with its part in export, import, backup, restore, deletion, key rotation and
 * usage. The order is that of inserts and exports: tables that others refer to come first. Deletion uses the opposite
 * order.
 *
 * To add a table: a migration; its Drizzle table, in a `table.server.ts` of its room; a line here. Tests then name what
 * is missing: a record kind in `data/records/` if users are to have it in their files; for encrypted text the words of
 * the privacy notice; rows of it in `tests/support/`. A column needs a line here only if it is encrypted, of bytes, or
 * long.
 */
const CATALOGUE = {
  users: {
    ...accountRow(users, users.unique_ref),
    encrypted: { column: users.password_encrypted, ref: users.unique_ref, place: () => PASSWORD_PLACE },
    usage: ONE_A_USER,
  },
  // With the addresses of an account. What else is among them has run out by the time of a restore.
  codes: { ...accountRows(codes), usage: { bytes: 300 } },
  totp: {
    ...accountRow(totp, totp.user_ref),
    encrypted: { column: totp.secret_encrypted, ref: totp.user_ref, place: () => TOTP_PLACE },
    usage: ONE_A_USER,
  },
  recovery_codes: { ...accountRows(recoveryCodes), usage: "ten a user" },
  passkeys: { ...accountRows(passkeys), otherBytes: { public_key: "public" }, usage: { bytes: 400 } },
  // With the account: what waits on a device, and what was refused, is nowhere else.
  no_signal_devices: {
    ...accountRows(noSignalDevices),
    encrypted: { column: noSignalDevices.private_key_encrypted, ref: noSignalDevices.unique_ref, place: devicePlace },
    usage: { bytes: 500 },
  },
  no_signal_entries: {
    ...accountRows(noSignalEntries),
    encrypted: { column: noSignalEntries.entry_encrypted, ref: noSignalEntries.unique_ref, place: entryPlace },
    usage: { bytes: 150, text: noSignalEntries.entry_encrypted },
  },
  audit: {
    ...accountRows(audit),
    // What an administrator did to others, and what others did to this user, stays on record without the user's name.
    unnamed: [
      { set: { about_ref: "" }, where: (userRef) => eq(audit.about_ref, userRef) },
      {
        set: { user_ref: "" },
        where: (userRef) => sql`${audit.user_ref} = ${userRef} AND ${audit.action} GLOB 'admin-*'`,
      },
    ],
    usage: { bytes: 200 },
  },
  feeds: {
    ...accountRows(feeds),
    exported: "the address of a calendar is a secret of this Daybook alone: a new one is made where it is wanted",
    usage: ONE_A_USER,
  },
  rota_feeds: {
    ...accountRow(rotaFeeds, rotaFeeds.user_ref),
    exported: "the address of a rota has a token of another service: it is entered anew where it is wanted",
    encrypted: { column: rotaFeeds.text_encrypted, ref: rotaFeeds.user_ref, place: () => ROTA_FEED_PLACE },
    usage: ONE_A_USER,
  },

  idempotency_keys: {
    ...rowsOf(idempotencyKeys, idempotencyKeys.user_id),
    exported: "the forms of this account that were sent, so that none counts twice",
    backup: backedUp("diary", idempotencyKeys.key),
    // The key of a sign-up has no owner, and the user as its result.
    deleted: (userRef) => sql`${isOwn(idempotencyKeys.user_id, userRef)} OR ${madeAccount(userRef)}`,
    usage: { bytes: 200 },
  },
  job_plans: { ...diaryRows(jobPlans), ...encrypted(jobPlans, planPlace), usage: withText(600, jobPlans) },
  job_plan_elements: { ...diaryRows(jobPlanElements), usage: { bytes: 400 } },
  element_schedule: { ...diaryRows(elementSchedule), usage: { bytes: 250 } },
  local_public_holidays: { ...diaryRows(localPublicHolidays), usage: { bytes: 150 } },
  profiles: { ...diaryRows(profiles), usage: { bytes: 1_000 } },
  leave: { ...diaryRows(leave), ...encrypted(leave, leavePlace), usage: withText(300, leave) },
  leave_settings: { ...diaryRows(leaveSettings), usage: { bytes: 150 } },
  leave_years: { ...diaryRows(leaveYears), usage: { bytes: 150 } },
  sessions: { ...diaryRows(sessions), ...encrypted(sessions, sessionPlace), usage: withText(700, sessions) },
  cancellations: { ...diaryRows(cancellations), usage: { bytes: 200 } },
  lieu_ledger: { ...diaryRows(lieuLedger), ...encrypted(lieuLedger, lieuPlace), usage: withText(250, lieuLedger) },
  options: { ...diaryRows(options), usage: { bytes: 250 } },
  cases: {
    ...diaryRows(cases),
    ...encrypted(cases, casePlace),
    part: { name: "cases" },
    usage: withText(350, cases),
  },
  payers: { ...diaryRows(payers), usage: { bytes: 250 } },
  rates: { ...diaryRows(rates), usage: { bytes: 300, text: rates.bands } },
  fee_settings: { ...diaryRows(feeSettings), usage: { bytes: 150 } },
  fees: {
    ...diaryRows(fees),
    ...encrypted(fees, feePlace),
    part: { name: "cases", where: isNotNull(fees.case_ref) },
    usage: withText(400, fees),
  },
  cpd: { ...diaryRows(cpd), ...encrypted(cpd, cpdPlace), usage: withText(250, cpd) },
  saved_reports: { ...diaryRows(savedReports), usage: { bytes: 300 } },
  // After the rows that they hold, and so deleted before them: neither a whole account nor a backup is held up.
  locked_periods: { ...diaryRows(lockedPeriods), usage: { bytes: 150 } },
  imports: { ...diaryRows(imports), part: { name: "imports" }, usage: { bytes: 600 } },
  import_rows: {
    ...diaryRows(importRows),
    // Encrypted as the text of the case that the row becomes.
    encrypted: { column: importRows.text_encrypted, ref: importRows.case_ref, place: casePlace },
    otherBytes: { row_key: "a hash" },
    part: { name: "imports" },
    usage: withText(450, importRows),
  },
  rota_events: {
    ...rowsOf(rotaEvents, rotaEvents.user_id),
    exported: KNOWN_BY_HASHES,
    backup: backedUp("diary", rotaEvents.unique_ref),
    usage: { bytes: 180 },
  },
  rota_titles: {
    ...rowsOf(rotaTitles, rotaTitles.user_id),
    exported: KNOWN_BY_HASHES,
    backup: backedUp("diary", rotaTitles.title_key),
    usage: { bytes: 150 },
  },
  diaries: {
    ...temporaryRows(diaries, "it numbers the changes of this Daybook alone"),
    usage: ONE_A_USER,
  },
  changes: {
    ...temporaryRows(changes, UNDONE_FOR_AN_HOUR),
    usage: { bytes: 150 },
  },
  changed_rows: {
    ...temporaryRows(changedRows, UNDONE_FOR_AN_HOUR),
    rowsAsJson: changedRows.before,
    usage: { bytes: 150, text: changedRows.before },
  },
  staged_imports: { ...temporaryRows(stagedImports, FILE_ON_ITS_WAY), usage: "one an import, measured by its rows" },
  import_staging: {
    ...temporaryRows(importStaging, FILE_ON_ITS_WAY),
    rowsAsJson: importStaging.row,
    usage: { bytes: 150, text: importStaging.row, where: isInStagedImport },
  },
  outbox: {
    ...temporaryRows(outbox, "emptied once sent: restored, an email would go out again"),
    encrypted: { column: outbox.content_encrypted, ref: outbox.unique_ref, place: mailPlace },
    // Also mails without an owner that are addressed to the user.
    deleted: (userRef) => sql`${outbox.user_ref} = ${userRef} OR ${isSentTo(userRef)}`,
    usage: "mails are limited an hour, and wiped once sent",
  },
  logins: {
    ...temporaryRows(logins, "whoever was logged in, or was thrown out, logs in again"),
    usage: "dropped a week after they run out, and begun with a password alone",
  },
  backups: {
    ...temporaryRows(backups, "says what lies in the store, and is made again from it"),
    usage: "one a night",
  },
  ...SYSTEM_TABLES,
} as const satisfies Record<string, TableEntry>;

export type TableName = keyof typeof CATALOGUE;

/** All entries, each with the name of its table. */
export const TABLES = Object.entries<TableEntry>(CATALOGUE).map(([name, entry]) => ({
  ...entry,
  name: name as TableName,
}));

/** Names of the tables whose rows are exported. */
export type ExportedTable = {
  [Name in TableName]: (typeof CATALOGUE)[Name]["exported"] extends true ? Name : never;
}[TableName];
