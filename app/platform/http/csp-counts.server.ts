import { desc, gt, lte, sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { addDays, type LondonDate, londonToday } from "~/platform/time/london";
import type { Database } from "../db/database.server";
import type { BlockedThing } from "./csp-report.server";

/** How often browsers blocked each kind of thing, by London date. The rows of the default region count, for all regions. */
export const cspCounts = sqliteTable(
  "csp_counts",
  {
    day: text().$type<LondonDate>().notNull(),
    page: text().notNull(),
    directive: text().notNull(),
    blocked: text().notNull(),
    n: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.page, table.directive, table.blocked] })],
);

/** Most rows of a day: what comes when it is full is dropped, since anybody can send reports. */
export const MAX_ROWS_PER_DAY = 200;
const KEPT_DAYS = 30;
/** Days that an administrator is told of. */
const TOLD_DAYS = 7;

/** Statement: counts one thing. */
export function countBlocked(commonDb: Database, { page, directive, blocked }: BlockedThing, now: number) {
  const day = londonToday(now);
  return commonDb
    .insert(cspCounts)
    .select(
      sql`SELECT ${day}, ${page}, ${directive}, ${blocked}, 1
        WHERE (SELECT count(*) FROM ${cspCounts} WHERE ${cspCounts.day} = ${day}) < ${MAX_ROWS_PER_DAY}`,
    )
    .onConflictDoUpdate({
      target: [cspCounts.day, cspCounts.page, cspCounts.directive, cspCounts.blocked],
      set: { n: sql`${cspCounts.n} + 1` },
    });
}

/** Statement: the kind of thing that was blocked most often in the last week, and with it how many were in all. */
export function mostBlocked(commonDb: Database, now: number) {
  const n = sql<number>`sum(${cspCounts.n})`.as("times");
  return commonDb
    .select({
      page: cspCounts.page,
      directive: cspCounts.directive,
      blocked: cspCounts.blocked,
      n,
      total: sql<number>`sum(sum(${cspCounts.n})) OVER ()`,
    })
    .from(cspCounts)
    .where(gt(cspCounts.day, addDays(londonToday(now), -TOLD_DAYS)))
    .groupBy(cspCounts.page, cspCounts.directive, cspCounts.blocked)
    .orderBy(desc(n))
    .limit(1);
}

export async function dropOldCspCounts(db: Database, now: number): Promise<void> {
  await db.delete(cspCounts).where(lte(cspCounts.day, addDays(londonToday(now), -KEPT_DAYS)));
}
