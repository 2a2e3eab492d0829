import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A file of Daybook's own on its way in. */
export const stagedImports = sqliteTable("staged_imports", {
  unique_ref: text().primaryKey(),
  /** Null: nobody's, of a backup that comes back. */
  user_id: integer(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/** Its rows, as they will stand in their tables, until all are there. */
export const importStaging = sqliteTable(
  "import_staging",
  {
    staging_ref: text().notNull(),
    user_id: integer(),
    kind: text().notNull(),
    ref: text().notNull(),
    line: integer().notNull(),
    row: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.staging_ref, table.kind, table.ref] })],
);
