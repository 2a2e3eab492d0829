import { Buffer } from "node:buffer";
import { blob, customType, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A reference: 16 random bytes in the table, 22 letters everywhere else. */
const ref = customType<{ data: string; driverData: ArrayBuffer | Uint8Array | number[] }>({
  dataType: () => "blob",
  toDriver: (letters) => new Uint8Array(Buffer.from(letters, "base64url")),
  fromDriver: (bytes) => Buffer.from(bytes as Uint8Array).toString("base64url"),
});

function encrypted() {
  return blob({ mode: "buffer" }).$type<Uint8Array>();
}

/** What every table has that a change writes. */
const changedColumns = {
  user_id: integer().notNull(),
  ref: ref().notNull(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
  /** The number of the change that left the row so. No number comes twice, so it also names what the row holds. */
  version: integer().notNull(),
};

export const diaries = sqliteTable("diaries", {
  user_id: integer().primaryKey(),
  user_ref: ref().notNull(),
  last_change: integer().notNull().default(0),
  open_change: integer(),
});

export const ruleSets = sqliteTable(
  "rule_sets",
  { user_id: integer().notNull(), number: integer().notNull(), rules: text({ mode: "json" }).notNull() },
  (table) => [primaryKey({ columns: [table.user_id, table.number] })],
);

export const sessions = sqliteTable(
  "sessions",
  {
    ...changedColumns,
    start_at: integer().notNull(),
    end_at: integer().notNull(),
    element_ref: ref(),
    site: text().notNull().default(""),
    fixed_pa_units: integer(),
    standard_minutes: integer().notNull(),
    premium_minutes: integer().notNull(),
    pa_units: integer().notNull(),
    rule_set: integer().notNull(),
    notes_encrypted: encrypted(),
    series_ref: ref(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.ref] })],
);

export const cases = sqliteTable(
  "cases",
  {
    ...changedColumns,
    session_ref: ref().notNull(),
    start_at: integer(),
    end_at: integer(),
    age: integer(),
    age_unit: integer().notNull().default(0),
    gender: integer(),
    asa: integer(),
    urgency: integer(),
    supervision: integer(),
    options: text({ mode: "json" }).notNull().default([]),
    text_encrypted: encrypted(),
    identifier_suspected: integer({ mode: "boolean" }).notNull().default(false),
    reflection_type: integer(),
    reflection_domains: text().notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.ref] })],
);

export const changes = sqliteTable(
  "changes",
  {
    user_id: integer().notNull(),
    number: integer().notNull(),
    message: text().notNull(),
    occurred_at: integer().notNull(),
    undoes: integer(),
    undone_by: integer(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.number] })],
);

export const changedRows = sqliteTable(
  "changed_rows",
  {
    user_id: integer().notNull(),
    number: integer().notNull(),
    table_name: text().notNull(),
    ref: ref().notNull(),
    before: text({ mode: "json" }).$type<Record<string, unknown>>(),
    version_left: integer(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.number, table.table_name, table.ref] })],
);

export const formKeys = sqliteTable(
  "form_keys",
  {
    user_id: integer().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    result_ref: ref(),
    number: integer().notNull(),
    created_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.key] })],
);
