import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { addDays, type LondonDate, londonToday } from "~/platform/time/london";
import type { Database } from "../db/database.server";
import { countTryStatement, type Limit } from "../db/rate-counters.server";
import type { BlockedThing } from "./csp-report.server";

/** How often browsers blocked each kind of thing, by London date. */
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

/** Most rows of a day: what else comes when it is full is dropped, since anybody can send reports. */
export const MAX_ROWS_PER_DAY = 500;
/** Kinds that a network can add: in a day less than half of the rows. */
export const NEW_KINDS_LIMIT: Limit = { tries: 10, windowMs: 60 * 60 * 1000 };
const KEPT_DAYS = 30;
/** Days that an administrator is told of. */
const TOLD_DAYS = 7;

/**
 * Counts what was blocked. What is counted already goes on being counted, whoever reports it; of what is new only so much
 * is added for a network.
 * @param networkKey of the counter of its tries
 */
export async function countBlocked(
  db: Database,
  things: readonly BlockedThing[],
  networkKey: string,
  now: number,
): Promise<void> {
  const kinds = Object.values(Object.groupBy(things, (thing) => JSON.stringify(thing))) as BlockedThing[][];
  const known = await inOneBatch(
    db,
    kinds.map((same) => countAgain(db, same, now)),
  );
  const fresh = kinds.filter((_, at) => known[at]?.length === 0);
  const tries = await inOneBatch(
    db,
    fresh.map(() => countTryStatement(db, networkKey, NEW_KINDS_LIMIT.windowMs, now)),
  );
  const added = fresh.filter((_, at) => (tries[at]?.[0]?.n ?? Number.POSITIVE_INFINITY) <= NEW_KINDS_LIMIT.tries);
  await inOneBatch(
    db,
    added.map((same) => addKind(db, same, now)),
  );
}

/** Statement: counts on; returns nothing for a kind that is not counted yet. */
function countAgain(db: Database, [thing, ...others]: readonly BlockedThing[], now: number) {
  const { page, directive, blocked } = thing as BlockedThing;
  return db
    .update(cspCounts)
    .set({ n: sql`${cspCounts.n} + ${others.length + 1}` })
    .where(
      and(
        eq(cspCounts.day, londonToday(now)),
        eq(cspCounts.page, page),
        eq(cspCounts.directive, directive),
        eq(cspCounts.blocked, blocked),
      ),
    )
    .returning({ n: cspCounts.n });
}

/** Statement: counts a new kind, if the day has room. */
function addKind(db: Database, [thing, ...others]: readonly BlockedThing[], now: number) {
  const { page, directive, blocked } = thing as BlockedThing;
  const day = londonToday(now);
  return db
    .insert(cspCounts)
    .select(
      sql`SELECT ${day}, ${page}, ${directive}, ${blocked}, ${others.length + 1}
        WHERE (SELECT count(*) FROM ${cspCounts} WHERE ${cspCounts.day} = ${day}) < ${MAX_ROWS_PER_DAY}`,
    )
    .onConflictDoUpdate({
      target: [cspCounts.day, cspCounts.page, cspCounts.directive, cspCounts.blocked],
      set: { n: sql`${cspCounts.n} + excluded.n` },
    });
}

async function inOneBatch<Statement extends BatchItem<"sqlite">>(db: Database, [first, ...others]: Statement[]) {
  return first ? await db.batch([first, ...others]) : [];
}

/** Statement: the kind of thing that was blocked most often in the last week, and with it how many were in all. */
export function mostBlocked(db: Database, now: number) {
  const n = sql<number>`sum(${cspCounts.n})`.as("times");
  return db
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
