import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { rowColumns } from "~/db/columns.server";

/** A file of Daybook's own on its way in. */
export const takeovers = sqliteTable("takeovers", rowColumns);

/** Its rows, as they will stand in their tables, until all are there. */
export const takeoverRows = sqliteTable(
  "takeover_rows",
  {
    takeover_ref: text().notNull(),
    user_ref: text().notNull(),
    kind: text().notNull(),
    ref: text().notNull(),
    line: integer().notNull(),
    row: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.takeover_ref, table.kind, table.ref] })],
);
