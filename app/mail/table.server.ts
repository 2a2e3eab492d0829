import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { encryptedColumn } from "~/platform/db/columns.server";

/** Mails to send, each written in the batch of its cause; emptied once sent or out of date. */
export const outbox = sqliteTable("outbox", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull().default(""),
  kind: text().notNull(),
  cause_ref: text().notNull().default(""),
  recipient: text().notNull(),
  content_encrypted: encryptedColumn(),
  due_at: integer().notNull(),
  void_at: integer(),
  leased_until: integer().notNull().default(0),
  attempts: integer().notNull().default(0),
  sent_at: integer(),
  failed_at: integer(),
  failure: text(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/** The place that the vault binds the content of a mail to. */
export function mailPlace(uniqueRef: string): string {
  return `outbox/${uniqueRef}`;
}

/** What whoever runs Daybook was told of, each until it is over. */
export const matters = sqliteTable("matters", {
  kind: text().primaryKey(),
  n: integer().notNull(),
  began_at: integer().notNull(),
  seen_at: integer().notNull(),
  told_at: integer(),
});

/** Jobs that the queue gave up, to be examined and tried again. */
export const deadJobs = sqliteTable("dead_jobs", {
  unique_ref: text().primaryKey(),
  kind: text().notNull(),
  ref: text().notNull(),
  died_at: integer().notNull(),
  retried_at: integer(),
});
