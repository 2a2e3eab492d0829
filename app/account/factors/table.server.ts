import { blob, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { encryptedColumn } from "~/platform/db/columns.server";

/** Present: two-factor is on. The secret is encrypted, in base32. */
export const totp = sqliteTable("totp", {
  user_ref: text().primaryKey(),
  secret_encrypted: encryptedColumn().notNull(),
  last_step: integer().notNull(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/** Where the vault binds a user's TOTP secret. */
export const TOTP_PLACE = "totp";

export const recoveryCodes = sqliteTable("recovery_codes", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull(),
  code_hash: text().notNull(),
  used_at: integer(),
  created_at: integer().notNull(),
});

export const passkeys = sqliteTable("passkeys", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull(),
  credential_id: text().notNull().unique(),
  public_key: blob({ mode: "buffer" }).$type<Uint8Array>().notNull(),
  counter: integer().notNull(),
  transports: text().notNull().default(""),
  backed_up: integer({ mode: "boolean" }).notNull(),
  name: text().notNull(),
  last_used_at: integer(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/** What one browser was handed and may give back once. */
export const challenges = sqliteTable(
  "challenges",
  {
    unique_ref: text().primaryKey(),
    user_ref: text().notNull().default(""),
    kind: text({ enum: ["second_factor", "passkey_login", "passkey_enrol", "question"] }).notNull(),
    token_hash: text().notNull(),
    payload: text().notNull().default(""),
    expires_at: integer().notNull(),
    created_at: integer().notNull(),
  },
  (table) => [unique().on(table.kind, table.token_hash)],
);

export const resetCodes = sqliteTable("reset_codes", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull().default(""),
  request_hash: text().notNull().unique(),
  address_encrypted: encryptedColumn(),
  code_hash: text(),
  code_at: integer(),
  attempts: integer().notNull().default(0),
  looked_up_at: integer(),
  verified_at: integer(),
  ended_at: integer(),
  expires_at: integer().notNull(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});
