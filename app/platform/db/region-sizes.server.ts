import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Database } from "./database.server";

/** Most bytes of a database of D1. */
export const MOST_BYTES = 10_000_000_000;

/** The size of each region's database as it was last seen. The rows of the default region count, for all regions. */
export const regionSizes = sqliteTable("region_sizes", {
  region: text().primaryKey(),
  bytes: integer().notNull(),
  noted_at: integer().notNull(),
});

/** Statement: reads nothing, since every answer of D1 has the size of its database (`bytesIn`). */
export function measureSize(db: Database) {
  return db.run(sql`SELECT 1`);
}

export function bytesIn({ meta }: Pick<D1Result, "meta">): number {
  return meta.size_after;
}

/** Statement: the sizes of all regions. */
export function readSizes(commonDb: Database) {
  return commonDb.select().from(regionSizes);
}

/** Statement: notes the size of a region. */
export function noteSize(commonDb: Database, { region, bytes }: { region: string; bytes: number }, now: number) {
  const noted = { bytes, noted_at: now };
  return commonDb
    .insert(regionSizes)
    .values({ region, ...noted })
    .onConflictDoUpdate({ target: regionSizes.region, set: noted });
}
