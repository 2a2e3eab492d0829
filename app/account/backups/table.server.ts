import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
