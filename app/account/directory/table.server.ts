import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

const NAME_KINDS = ["username", "email"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** Table of the directory, which is a database of its own: `migrations/directory/`. */
export const names = sqliteTable("names", {
  /** Of kind and name, under a key of the vault, whose id it begins with. */
  key_hash: text().primaryKey(),
  kind: text({ enum: NAME_KINDS }).notNull(),
  region: text().notNull(),
  user_ref: text().notNull(),
  state: text({ enum: ["reserved", "confirmed"] }).notNull(),
  claim: text().notNull(),
  form: text().notNull(),
  reserved_at: integer().notNull(),
});
