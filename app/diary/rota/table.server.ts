import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ownKey, rowColumns, versionColumn } from "~/platform/db/columns.server";

/** Which session each event of a rota's calendar has become, and what the file said of it when it was last imported. */
export const rotaEvents = sqliteTable(
  "rota_events",
  {
    /** Its `unique_ref` is a hash of the event's own UID and, of one that repeats, its day: an event is known again by it. */
    ...rowColumns,
    /** A hash of the calendar's name: an event that is no longer in its file is missed in that calendar alone. */
    calendar_key: text().notNull(),
    /** It may be gone: whoever deleted it is asked before it comes again. */
    session_ref: text().notNull(),
    element_ref: text().notNull(),
    start_at: integer().notNull(),
    end_at: integer().notNull(),
    ...versionColumn,
  },
  ownKey,
);

/** What a user chose for the events of one title. Of the title itself, which may hold names, only a keyed hash is kept. */
export const rotaTitles = sqliteTable(
  "rota_titles",
  {
    user_id: integer().notNull(),
    title_key: text().notNull(),
    /** Null: left out. */
    element_ref: text(),
    updated_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.title_key] })],
);
