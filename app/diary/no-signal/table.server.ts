import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { encryptedColumn } from "~/platform/db/columns.server";

/** Devices that keep what is typed without signal, sealed to a key of their own. */
export const noSignalDevices = sqliteTable("no_signal_devices", {
  unique_ref: text().primaryKey(),
  user_ref: text().notNull(),
  name: text().notNull(),
  public_key: text().notNull(),
  private_key_encrypted: encryptedColumn().notNull(),
  /** Whether its user lets it keep the names and times of near sessions. */
  lists_sessions: integer({ mode: "boolean" }).notNull(),
  /** How many entries wait on it, as it said last. */
  waiting: integer().notNull().default(0),
  waiting_since: integer(),
  /** When its user was mailed about what waits. */
  mailed_at: integer(),
  seen_at: integer().notNull(),
  created_at: integer().notNull(),
});

/** The place to which the vault binds the private key of a device. */
export const devicePlace = (ref: string) => `no_signal_devices/${ref}`;

/** Entries that a device has sent: so that none is saved twice, and those that were refused until they are done. */
export const noSignalEntries = sqliteTable(
  "no_signal_entries",
  {
    user_ref: text().notNull(),
    /** Made by the device. */
    unique_ref: text().notNull(),
    outcome: text({ enum: ["saved", "kept"] }).notNull(),
    /** A `KeptEntry` as JSON; null for what is saved. */
    entry_encrypted: encryptedColumn(),
    created_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_ref, table.unique_ref] })],
);

/** The place to which the vault binds an entry that was refused. */
export const entryPlace = (ref: string) => `no_signal_entries/${ref}`;
