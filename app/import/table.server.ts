import { blob, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { optionsColumn } from "~/diary/cases/table.server";
import { encryptedColumn, ownKey, rowColumns } from "~/platform/db/columns.server";
import type { CsvMapping, CsvRemark } from "./fields";
import type { ReadingChoices } from "./read-file";

/** A batch: one file, read with one mapping. */
export const imports = sqliteTable(
  "imports",
  {
    ...rowColumns,
    file_hash: text().notNull(),
    layout: text().notNull(),
    mapping: text({ mode: "json" }).$type<CsvMapping>().notNull(),
    choices: text({ mode: "json" }).$type<ReadingChoices>().notNull().default({}),
    rows_read: integer().notNull(),
    rows_skipped: integer().notNull(),
    rows_merged: integer().notNull(),
    rows_rejected: integer().notNull(),
    rows_expected: integer().notNull(),
    rows_received: integer().notNull().default(0),
    rows_known: integer().notNull().default(0),
    complete_at: integer(),
    cleared_at: integer(),
    undone_at: integer(),
    wiped_at: integer(),
  },
  ownKey,
);

/** One row of a file: the migration explains what placing does to it. */
export const importRows = sqliteTable(
  "import_rows",
  {
    ...rowColumns,
    import_ref: text().notNull(),
    case_ref: text().notNull(),
    line: integer().notNull(),
    row_key: blob({ mode: "buffer" }).$type<Uint8Array>(),
    case_date: text(),
    day_at: integer(),
    next_day_at: integer(),
    start_at: integer(),
    end_at: integer(),
    age: integer(),
    age_unit: text({ enum: ["years", "months", "days"] })
      .notNull()
      .default("years"),
    gender: integer(),
    asa: integer(),
    urgency: integer(),
    supervision: integer(),
    options: optionsColumn().notNull().default([]),
    location: text().notNull().default(""),
    specialty: text().notNull().default(""),
    text_encrypted: encryptedColumn(),
    identifier: text({ enum: ["medium", "strong"] }),
    remarks: text({ mode: "json" }).$type<CsvRemark[]>().notNull().default([]),
    placed_at: integer(),
    by_hand: integer({ mode: "boolean" }).notNull().default(false),
    wiped_at: integer(),
  },
  ownKey,
);
