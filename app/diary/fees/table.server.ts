import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { encryptedColumn, oneOfUser, ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";
import type { Basis, PayerKind, RateBand, TaxBasis } from "./kinds";

/** Money owed for a session, for a case, or for work that stands alone. */
export const fees = sqliteTable(
  "fees",
  {
    ...rowColumns,
    session_ref: text(),
    case_ref: text(),
    work_date: text(),
    /** Of work that stands alone, as `work_date` is: minutes from its midnight; an end at or before the start is a day on. */
    start_minute: integer(),
    end_minute: integer(),
    /** Of times that come twice, in the night the clocks go back: null for all others. */
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
    written_off_date: text(),
    text_encrypted: encryptedColumn(),
    ...versionColumn,
  },
  ownKey,
);

/** What you are paid for it by: one amount a unit, or amounts an hour by bands of the week. */
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
    payer_ref: text(),
    active: integer({ mode: "boolean" }).notNull().default(true),
    ...versionColumn,
  },
  ownKey,
);

/** A rate with the name of its payer; empty for none. */
export type RateRow = typeof rates.$inferSelect & { payer: string };

/** Who pays, each once by `payerKey`. */
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

/** How a user calculates money: one row a user. */
export const feeSettings = sqliteTable(
  "fee_settings",
  {
    ...rowColumns,
    tax_basis: text().$type<TaxBasis>().notNull().default("work"),
    ...versionColumn,
  },
  oneOfUser,
);

/** Where the cipher binds the notes of a claim. */
export function feePlace(uniqueRef: string): string {
  return `fees/${uniqueRef}`;
}
