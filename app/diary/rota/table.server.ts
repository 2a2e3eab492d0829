import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { encryptedColumn, ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";

/** The session made from each event of a rota's calendar, and the event's data when it was last imported. */
export const rotaEvents = sqliteTable(
  "rota_events",
  {
    /**
     * `unique_ref` is a hash of the event's UID and, for a repeating event, its day, by which the event is recognised
     * again. One that begins with `~` is its calendar's own: another calendar has used the UID for another event.
     */
    ...rowColumns,
    /** Hash of the calendar's name: an event can be missing only from a later file of the same calendar. */
    calendar_key: text().notNull(),
    /** The session may have been deleted: the user is asked before it is added again. */
    session_ref: text().notNull(),
    element_ref: text().notNull(),
    start_at: integer().notNull(),
    end_at: integer().notNull(),
    ...versionColumn,
  },
  ownKey,
);

/**
 * The user's choice for the events with one title. The title may contain names, so only a keyed hash of it is stored.
 */
export const rotaTitles = sqliteTable(
  "rota_titles",
  {
    user_id: integer().notNull(),
    title_key: text().notNull(),
    /** Null: such events are not imported. */
    element_ref: text(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.title_key] })],
);

/** The address at which the rota of a user is read every few hours, and how that went. */
export const rotaFeeds = sqliteTable("rota_feeds", {
  user_ref: text().primaryKey(),
  created_at: integer().notNull(),
  /** When the address was saved: what is read for an address that has another since is not kept. */
  updated_at: integer().notNull(),
  asked_at: integer().notNull(),
  read_at: integer(),
  etag: text().notNull().default(""),
  last_modified: text().notNull().default(""),
  /** See `FeedFault`; empty after a try that went well. */
  fault: text().notNull().default(""),
  faulty_since: integer(),
  /** Whether the user has had the notice that it has failed for days. */
  told: integer({ mode: "boolean" }).notNull().default(false),
  /** Number of changes that the calendar proposes. */
  changes: integer().notNull().default(0),
  /** JSON of the address, which is a secret of the rota program, and of the calendar as it was read last. */
  text_encrypted: encryptedColumn().notNull(),
});

export const ROTA_FEED_PLACE = "rota_feeds";
