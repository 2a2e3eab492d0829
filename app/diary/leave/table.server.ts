import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { encryptedColumn, oneOfUser, ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";
import type { BankHolidayWay } from "./bank-holiday-ways";
import type { DayPart, LeaveStatus, LeaveType } from "./kinds";

export const leave = sqliteTable(
  "leave",
  {
    ...rowColumns,
    type: text().$type<LeaveType>().notNull(),
    name: text().notNull().default(""),
    date_start: text().notNull(),
    date_end: text().notNull(),
    start_part: text().$type<DayPart>().notNull().default("full"),
    end_part: text().$type<DayPart>().notNull().default("full"),
    status: text().$type<LeaveStatus>().notNull(),
    stated_pa_units: integer(),
    study_cost_pence: integer(),
    text_encrypted: encryptedColumn(),
    ...versionColumn,
  },
  ownKey,
);

export const leaveSettings = sqliteTable(
  "leave_settings",
  {
    ...rowColumns,
    year_start: text().notNull().default("04-01"),
    shown_first: text({ enum: ["days", "pas"] })
      .notNull()
      .default("days"),
    study_half_days: integer().notNull().default(20),
    study_half_days_of_three: integer().notNull().default(60),
    ...versionColumn,
  },
  oneOfUser,
);

export const leaveYears = sqliteTable(
  "leave_years",
  {
    ...rowColumns,
    year_begins: text().notNull(),
    annual_half_days: integer().notNull().default(64),
    fraction_hundredths: integer().notNull().default(100),
    carried_half_days: integer().notNull().default(0),
    post_begins: text(),
    bank_holidays: text().$type<BankHolidayWay>().notNull().default("as_they_fall"),
    annual_hour_hundredths: integer(),
    carried_hour_hundredths: integer(),
    ...versionColumn,
  },
  ownKey,
);

export const lieuLedger = sqliteTable(
  "lieu_ledger",
  {
    ...rowColumns,
    day: text().notNull(),
    kind: text({ enum: ["earned", "spent", "adjusted"] }).notNull(),
    unit: text({ enum: ["hours", "pas", "days"] }).notNull(),
    hundredths: integer().notNull(),
    leave_ref: text(),
    session_ref: text(),
    text_encrypted: encryptedColumn(),
    ...versionColumn,
  },
  ownKey,
);

/** The place that the cipher binds the notes of a leave to. */
export function leavePlace(uniqueRef: string): string {
  return `leave/${uniqueRef}`;
}

/** The place that the cipher binds the notes of a line of the lieu ledger to. */
export function lieuPlace(uniqueRef: string): string {
  return `lieu_ledger/${uniqueRef}`;
}
