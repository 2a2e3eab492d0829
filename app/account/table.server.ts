import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { versionColumn } from "~/platform/db/columns.server";

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
