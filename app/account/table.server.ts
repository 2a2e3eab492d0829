import { blob, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { encryptedColumn, versionColumn } from "~/platform/db/columns.server";

export const users = sqliteTable("users", {
  /** What a user's diary rows carry: small, never given twice, and known to nobody outside. */
  id: integer().primaryKey({ autoIncrement: true }),
  unique_ref: text().notNull().unique(),
  username: text().notNull(),
  username_key: text().notNull().unique(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  email: text(),
  email_key: text().unique(),
  password_hash: text().notNull(),
  level: integer().notNull(),
  password_alone: integer({ mode: "boolean" }).notNull().default(false),
  factor_owed: integer({ mode: "boolean" }).notNull().default(false),
  terms_accepted_at: integer().notNull(),
  known_browsers_from: integer().notNull().default(0),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
  ...versionColumn,
});

export const emailVerifications = sqliteTable("email_verifications", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull(),
  address: text().notNull(),
  token_hash: text(),
  status: text({ enum: ["pending", "verified", "expired", "failed"] }).notNull(),
  sent_at: integer(),
  expires_at: integer(),
  attempts: integer().notNull().default(0),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

export const logins = sqliteTable("logins", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull(),
  token_hash: text().notNull().unique(),
  remember: integer({ mode: "boolean" }).notNull(),
  user_agent: text().notNull(),
  second_factor_at: integer(),
  reauthenticated_at: integer().notNull(),
  last_seen_at: integer().notNull(),
  expires_at: integer().notNull(),
  created_at: integer().notNull(),
});

/** Who did what, when; never content. */
export const audit = sqliteTable("audit", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull(),
  action: text().notNull(),
  occurred_at: integer().notNull(),
  about_ref: text().notNull().default(""),
  detail: text().notNull().default(""),
});

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

/**
 * The calendar that somebody has an address of: whoever knows the address reads it, so that it opens a part of the
 * account, and ends when the password is set anew.
 */
export const feeds = sqliteTable("feeds", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
  token_hash: text().notNull(),
  content: text({ enum: ["titles", "pas"] }).notNull(),
  last_read_at: integer(),
});

/** Whose rows changed since their last backup. */
export const backupsDue = sqliteTable("backups_due", {
  user_ref: text().primaryKey(),
  /** Last, give or take a minute. */
  changed_at: integer().notNull(),
});

/** Each object of R2, and each that could not be made. */
export const backups = sqliteTable("backups", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
  day: text().notNull(),
  state: text({ enum: ["waiting", "made", "failed"] }).notNull(),
  attempts: integer().notNull().default(0),
  /** When it is tried next, while it waits. */
  due_at: integer().notNull().default(0),
  records: integer(),
  bytes: integer(),
  made_at: integer(),
});

/** Where the objects of a user lie. */
export function objectPrefix(userRef: string): string {
  return `users/${userRef}/`;
}

/** Of the backup of a London date. */
export function objectKey(userRef: string, day: string): string {
  return `${objectPrefix(userRef)}${day}.gz`;
}
