import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ownKey, rowColumns } from "~/platform/db/columns.server";

/** Periods of a diary that were sent to an appraiser: entries in them cannot be changed until they are unlocked. */
export const lockedPeriods = sqliteTable(
  "locked_periods",
  {
    ...rowColumns,
    date_start: text().notNull(),
    date_end: text().notNull(),
    /** Midnight in London before the first day, and after the last one. */
    start_at: integer().notNull(),
    end_at: integer().notNull(),
  },
  ownKey,
);
