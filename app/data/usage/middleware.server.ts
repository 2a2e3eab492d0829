import { eq, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { type SignedInUser, userContext } from "~/account/login/logins.server";
import { users } from "~/account/table.server";
import { afterAnswerContext } from "~/platform/context";
import { type Database, databaseContext, openDatabase } from "~/platform/db/database.server";
import { logError } from "~/platform/http/log";
import { withQuotaCheck } from "~/platform/http/read-form.server";
import { nowContext } from "~/platform/time/clock";
import { type Amount, amountOf, formatFull, isDue, isFull, measured, quotaOf } from "./measure.server";
import { usage } from "./table.server";

interface Asking {
  request: Request;
  context: Readonly<RouterContextProvider>;
  url: URL;
}

/** Paths under which a diary changes. */
const CHANGES =
  /^\/(?:logbook|import_csv_data|leave|extras|reports|job_plans|mydata\/(?:session_data|case_data|import|delete)|api\/session_diary)\//;

/**
 * Middleware that keeps an account within its quota: a form that takes room is refused when the account is full
 * (`exemptFromQuota` of `platform/http/form-schemas.ts` marks those that do not). Usage is not counted at each save: a save
 * adds how many rows it changed, and the account is counted again only when these might have filled it. If checking the
 * quota fails, the save is made all the same.
 */
export async function enforceQuota({ request, context, url }: Asking, next: () => Promise<Response>) {
  const user = context.get(userContext);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!user || isRead || !CHANGES.test(url.pathname)) return next();
  const [db, now] = [context.get(databaseContext), context.get(nowContext)];
  const meter = meteredDatabase(db);
  context.set(databaseContext, meter.db);
  const response = await withQuotaCheck(() => fullMessage(db, user, now).catch(nothing), next);
  if (meter.changes() > 0) {
    await context.get(afterAnswerContext)(addChanges(db, user.id, meter.changes()).run().catch(logError));
  }
  return response;
}

function nothing(error: unknown): null {
  logError(error);
  return null;
}

/** Why the account may not grow; null while it may. */
async function fullMessage(db: Database, user: SignedInUser, now: number): Promise<string | null> {
  const [found] = await db
    .select({
      isConfirmed: sql<boolean>`${users.email} IS NOT NULL`.mapWith(Boolean),
      rows: usage.rows,
      bytes: usage.bytes,
      counted_at: usage.counted_at,
      changes: usage.changes,
    })
    .from(users)
    .leftJoin(usage, eq(usage.user_id, users.id))
    .where(eq(users.id, user.id));
  if (!found) return null;
  const { isConfirmed, rows, bytes, counted_at, changes } = found;
  const quota = quotaOf(isConfirmed);
  const known =
    rows === null || bytes === null || counted_at === null || changes === null
      ? null
      : { rows, bytes, counted_at, changes };
  const amount = known === null || isDue(known, quota, now) ? await recount(db, user, now) : known;
  return isFull(amount, quota) ? formatFull(quota, isConfirmed) : null;
}

/** Counts the account and stores the result. @returns what it takes now */
async function recount(db: Database, user: SignedInUser, now: number): Promise<Amount> {
  const [found] = await measured(db, user);
  const amount = amountOf(found);
  const fresh = { ...amount, counted_at: now, changes: 0 };
  // Inserts nothing for an account that was deleted meanwhile.
  const counted = db
    .select({
      user_id: users.id,
      rows: sql<number>`${amount.rows}`.as("rows"),
      bytes: sql<number>`${amount.bytes}`.as("bytes"),
      counted_at: sql<number>`${now}`.as("counted_at"),
      changes: sql<number>`0`.as("changes"),
    })
    .from(users)
    .where(eq(users.id, user.id));
  await db.insert(usage).select(counted).onConflictDoUpdate({ target: usage.user_id, set: fresh });
  return amount;
}

/** Statement: adds changed rows. Does nothing for an account that is gone, or was never counted. */
function addChanges(db: Database, userId: number, changes: number) {
  return db
    .update(usage)
    .set({ changes: sql`${usage.changes} + ${changes}` })
    .where(eq(usage.user_id, userId));
}

/**
 * The same database, with a counter of the rows that the batches of this request changed. All that is saved is saved in
 * a batch.
 */
function meteredDatabase(db: Database): { db: Database; changes: () => number } {
  const client = db.$client;
  let changes = 0;
  const metered: Pick<D1Database, "prepare" | "batch"> = {
    prepare: (query) => client.prepare(query),
    async batch<Row>(statements: D1PreparedStatement[]) {
      const results = await client.batch<Row>(statements);
      for (const { meta } of results) changes += meta.changes;
      return results;
    },
  };
  return { db: openDatabase(metered as D1Database, db.region), changes: () => changes };
}
