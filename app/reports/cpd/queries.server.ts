import { and, asc, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { SomeDate } from "~/planning/job-plans/valued-plans.server";
import type { Database } from "~/platform/db/database.server";
import type { LondonDate } from "~/platform/time/london";
import { cpd } from "./table.server";

export type CpdRow = typeof cpd.$inferSelect;

export function cpdOf(db: Database, userId: number, cpdRef: string) {
  return db.select().from(cpd).where(thisCpd(userId, cpdRef));
}

export function thisCpd(userId: number, cpdRef: string) {
  return and(eq(cpd.user_id, userId), eq(cpd.unique_ref, cpdRef));
}

/** The entries from a day until before another, newest first. For a page's batch. */
export function cpdWithin(db: Database, userId: number, from: SomeDate, end: SomeDate) {
  return db
    .select({
      unique_ref: cpd.unique_ref,
      day: cpd.day,
      minutes: cpd.minutes,
      type: cpd.type,
      domains: cpd.domains,
      text_encrypted: cpd.text_encrypted,
    })
    .from(cpd)
    .where(and(eq(cpd.user_id, userId), gte(cpd.day, from), lt(cpd.day, end)))
    .orderBy(desc(cpd.day), desc(cpd.created_at), asc(cpd.unique_ref));
}

/**
 * The minutes of each month, `2026-11`, that were done by a day: what years of whatever beginning are made of. A month
 * in which all is booked has none. For a page's batch.
 */
export function cpdMonths(db: Database, userId: number, today: LondonDate) {
  const month = sql<string>`substr(${cpd.day}, 1, 7)`;
  const done = sql<number>`sum(CASE WHEN ${cpd.day} <= ${today} THEN ${cpd.minutes} ELSE 0 END)`;
  return db
    .select({ month: month.as("month"), minutes: done.mapWith(Number).as("month_minutes") })
    .from(cpd)
    .where(eq(cpd.user_id, userId))
    .groupBy(month)
    .orderBy(asc(month));
}
