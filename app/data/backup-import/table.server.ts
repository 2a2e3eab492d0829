import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** An import of an exported file, or a restore of a backup, in progress. */
export const stagedImports = sqliteTable("staged_imports", {
  unique_ref: text().primaryKey(),
  /** Null for a restore, whose staged rows must not be deleted with the user's rows. */
  user_id: integer(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/** The rows of an import in progress, as their tables will hold them, until all of them are staged. */
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
