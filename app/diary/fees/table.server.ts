import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { encryptedColumn, oneOfUser, ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";
import type { Basis, PayerKind, RateBand, TaxBasis, WorkKind } from "./kinds";
import type { Payment } from "./rules";

/** Money owed for a session, a case, or stand-alone work. */
export const fees = sqliteTable(
  "fees",
  {
    ...rowColumns,
    session_ref: text(),
    case_ref: text(),
    work_date: text(),
    /**
     * Only for stand-alone work, like `work_date`: minutes from midnight of that date. An end at or before the start is
     * on the next day.
     */
    start_minute: integer(),
    end_minute: integer(),
    /**
     * Which one is meant of a clock time that occurs twice, in the night the clocks go back; null for all other times.
     */
    start_which: text().$type<"first" | "second">(),
    end_which: text().$type<"first" | "second" | "next">(),
    amount_pence: integer().notNull(),
    basis: text().$type<Basis>().notNull().default("fixed"),
    rate_pence: integer(),
    payer_ref: text(),
    kind: text().notNull().default(""),
    procedure_codes: text().notNull().default(""),
    reference: text().notNull().default(""),
    timesheet_date: text(),
    paid_date: text(),
    paid_pence: integer(),
    later_payments: text({ mode: "json" }).$type<Payment[]>(),
    written_off_date: text(),
    text_encrypted: encryptedColumn(),
    ...versionColumn,
  },
  ownKey,
);

/** Rates of extra work: one amount per unit, or amounts per hour by time bands of the week. */
export const rates = sqliteTable(
  "rates",
  {
    ...rowColumns,
    name: text().notNull(),
    basis: text().$type<Basis>().notNull(),
    /** null: by bands. */
    rate_pence: integer(),
    bands: text({ mode: "json" }).$type<RateBand[]>().notNull().default([]),
    bank_holidays_as_sunday: integer({ mode: "boolean" }).notNull().default(true),
    /** The kind of work whose sessions are filled in with it. */
    work_kind: text().$type<WorkKind>(),
    payer_ref: text(),
    active: integer({ mode: "boolean" }).notNull().default(true),
    ...versionColumn,
  },
  ownKey,
);

/** A rate with the name of its payer; empty for none. */
export type RateRow = typeof rates.$inferSelect & { payer: string };

/** Payers, unique by `payerKey`. */
export const payers = sqliteTable(
  "payers",
  {
    ...rowColumns,
    name: text().notNull(),
    name_key: text().notNull(),
    /** null: not on the list, typed for a fee or a rate. */
    kind: text().$type<PayerKind>(),
    active: integer({ mode: "boolean" }).notNull().default(true),
    ...versionColumn,
  },
  ownKey,
);

/** Settings of a user's fees: one row per user. */
export const feeSettings = sqliteTable(
  "fee_settings",
  {
    ...rowColumns,
    tax_basis: text().$type<TaxBasis>().notNull().default("work"),
    ...versionColumn,
  },
  oneOfUser,
);

/** The place that the cipher binds the notes of a fee to. */
export function feePlace(uniqueRef: string): string {
  return `fees/${uniqueRef}`;
}
