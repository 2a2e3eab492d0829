import { sql } from "drizzle-orm";
import type { Database } from "./database.server";

/** Most bytes of a database of D1. */
export const MAX_BYTES = 10_000_000_000;
/** Of these, how full it takes no new users: the rest is for the diaries that are there. */
const CLOSES_AT_PERCENT = 85;

/** How large a database is. */
export interface DatabaseSize {
  bytes: number;
  users: number;
}

/** Statement: counts the users. Every answer of D1 has the size of its database beside it (`sizeIn`). */
export function measureSize(db: Database) {
  return db.run(sql`SELECT count(*) AS users FROM users`);
}

/** Reads the answer of `measureSize`. */
export function sizeIn({ meta, results }: D1Result): DatabaseSize {
  const [counted] = results as { users: number }[];
  return { bytes: meta.size_after, users: counted?.users ?? 0 };
}

/** Whether it takes no new users. @param maxUsers what the settings allow; null: however many they are */
export function isFull({ bytes, users }: DatabaseSize, maxUsers: number | null): boolean {
  return bytes * 100 >= MAX_BYTES * CLOSES_AT_PERCENT || (maxUsers !== null && users >= maxUsers);
}
