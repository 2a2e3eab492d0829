import { blob, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { SUSPENSION_REASONS, type SuspensionReason } from "~/mail/contents";
import { encryptedColumn, versionColumn } from "~/platform/db/columns.server";

const SUSPENDED_FOR = Object.keys(SUSPENSION_REASONS) as [SuspensionReason, ...SuspensionReason[]];

export const users = sqliteTable("users", {
  /** Key of the user's diary rows: small, never reused, and not known outside. */
  id: integer().primaryKey({ autoIncrement: true }),
  unique_ref: text().notNull().unique(),
  username: text().notNull(),
  username_key: text().notNull().unique(),
  first_name: text().notNull(),
  last_name: text().notNull(),
  email: text(),
  email_key: text().unique(),
  password_encrypted: encryptedColumn(),
  level: integer().notNull(),
  password_alone: integer({ mode: "boolean" }).notNull().default(false),
  factor_owed: integer({ mode: "boolean" }).notNull().default(false),
  terms_accepted_at: integer().notNull(),
  terms_version: integer().notNull(),
  suspended_at: integer(),
  suspended_for: text({ enum: SUSPENDED_FOR }),
  export_until: integer(),
  /** Time of the last change that is in no backup, to within a minute. */
  changed_at: integer(),
  counted_at: integer(),
  counted_rows: integer().notNull().default(0),
  counted_bytes: integer().notNull().default(0),
  /** Rows changed since the count. */
  changes_since: integer().notNull().default(0),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
  ...versionColumn,
});

/** The place to which the vault binds the hash of a user's password. */
export const PASSWORD_PLACE = "password";

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

/** A row means that two-factor is on. The secret is in base32, encrypted. */
export const totp = sqliteTable("totp", {
  user_ref: text().primaryKey(),
  secret_encrypted: encryptedColumn().notNull(),
  last_step: integer().notNull(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/** The place to which the vault binds a user's TOTP secret. */
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

/** Secrets that are given out for a short time: see `codes.server.ts`. */
export const codes = sqliteTable(
  "codes",
  {
    unique_ref: text().primaryKey(),
    user_ref: text().notNull().default(""),
    kind: text({
      enum: [
        ...(["second_factor", "suspended", "passkey_login", "passkey_enrol"] as const),
        ...(["reset", "reset_code", "new_password", "verification", "take_back"] as const),
      ],
    }).notNull(),
    hash: text().notNull(),
    payload: text().notNull().default(""),
    expires_at: integer().notNull(),
    attempts: integer().notNull().default(0),
    used_at: integer(),
    created_at: integer().notNull(),
  },
  (table) => [unique().on(table.kind, table.hash)],
);

/**
 * The calendar feed of a user. Anyone who knows its address can read it, so that it gives access to a part of the
 * account, and ends when a new password is set.
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

/** Each backup in R2, and each that waits or has failed. */
export const backups = sqliteTable("backups", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
  day: text().notNull(),
  state: text({ enum: ["waiting", "made", "failed"] }).notNull(),
  attempts: integer().notNull().default(0),
  /** When a waiting backup is tried next. */
  due_at: integer().notNull().default(0),
  /** When it was last handed to the queue. */
  handed_at: integer().notNull().default(0),
  records: integer(),
  bytes: integer(),
  made_at: integer(),
});

/** Key prefix of a user's objects. */
export function objectPrefix(userRef: string): string {
  return `users/${userRef}/`;
}

/** Key of the backup of a London date. */
export function objectKey(userRef: string, day: string): string {
  return `${objectPrefix(userRef)}${day}.gz`;
}
