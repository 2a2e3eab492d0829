import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";

/** Most bytes of a database of D1. */
export const MAX_BYTES = 10_000_000_000;

/** The size of each region's database and its users, as last seen. The rows of the default region count, for all regions. */
export const regionSizes = sqliteTable("region_sizes", {
  region: text().primaryKey(),
  bytes: integer().notNull(),
  users: integer().notNull(),
  noted_at: integer().notNull(),
});

/** How large a region is. */
export interface RegionSize {
  bytes: number;
  users: number;
}

/** Statement: counts the users. Every answer of D1 has the size of its database beside it (`sizeIn`). */
export function measureSize(db: Database) {
  return db.run(sql`SELECT count(*) AS users FROM users`);
}

/** Reads the answer of `measureSize`. */
export function sizeIn({ meta, results }: D1Result): RegionSize {
  const [counted] = results as { users: number }[];
  return { bytes: meta.size_after, users: counted?.users ?? 0 };
}

/** Whether a region takes no new users, by what its settings allow. */
export function isFull({ bytes, users }: RegionSize, { maxBytes, maxUsers }: SizeMarks): boolean {
  return bytes >= maxBytes || (maxUsers !== null && users >= maxUsers);
}

/** At which size a region closes to new users. */
export interface SizeMarks {
  maxBytes: number;
  /** null: however many they are. */
  maxUsers: number | null;
}

/** Statement: the sizes of all regions. */
export function readSizes(commonDb: Database) {
  return commonDb.select().from(regionSizes);
}

/** Statement: notes the size of a region. */
export function noteSize(commonDb: Database, region: string, { bytes, users }: RegionSize, now: number) {
  const noted = { bytes, users, noted_at: now };
  return commonDb
    .insert(regionSizes)
    .values({ region, ...noted })
    .onConflictDoUpdate({ target: regionSizes.region, set: noted });
}
