import { eq, sql } from "drizzle-orm";
import { createContext, type RouterContextProvider } from "react-router";
import { type SignedInUser, userContext } from "~/account/login/logins.server";
import { logins, users } from "~/account/table.server";
import { afterAnswerContext } from "~/platform/context";
import { besideDatabase, type Database, databaseContext, openDatabase } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { LOGIN_COOKIE, readCookie } from "~/platform/http/cookies";
import { logError } from "~/platform/http/log";
import { withQuotaCheck } from "~/platform/http/read-form.server";
import { nowContext } from "~/platform/time/clock";
import { type Amount, amountOf, formatFull, isDue, isFull, measured, quotaOf } from "./measure.server";

interface Asking {
  request: Request;
  context: Readonly<RouterContextProvider>;
  url: URL;
}

/** Paths under which a diary changes. */
const CHANGES =
  /^\/(?:logbook|import_csv_data|leave|extras|reports|job_plans|mydata\/(?:session_data|case_data|import|delete)|api\/session_diary)\//;

/** What the account of the request's login takes, as it is known; null where nobody asked, or nobody is logged in. */
const usageContext = createContext<ReturnType<typeof knownUsage> | null>(null);

/** Middleware, beside the look-up of the login: a save does not wait for one trip after the other. */
export function askUsage({ request, context, url }: Asking): void {
  const token = readCookie(request, LOGIN_COOKIE);
  if (!token || !mayGrow(request, url)) return;
  const known = knownUsage(besideDatabase(context), token);
  // Who reads it meets the error.
  known.catch(() => {});
  context.set(usageContext, known);
}

function mayGrow({ method }: Request, { pathname }: URL): boolean {
  return method !== "GET" && method !== "HEAD" && CHANGES.test(pathname);
}

/**
 * Middleware that keeps an account within its quota: a form that takes room is refused when the account is full
 * (`exemptFromQuota` of `platform/http/form-schemas.ts` marks those that do not). Usage is not counted at each save: a save
 * adds how many rows it changed, and the account is counted again only when these might have filled it. If checking the
 * quota fails, the save is made all the same.
 */
export async function enforceQuota({ request, context, url }: Asking, next: () => Promise<Response>) {
  const user = context.get(userContext);
  if (!user || !mayGrow(request, url)) return next();
  const [db, now] = [context.get(databaseContext), context.get(nowContext)];
  const meter = meteredDatabase(db);
  context.set(databaseContext, meter.db);
  const known = context.get(usageContext);
  const response = await withQuotaCheck(() => fullMessage(db, user, known, now).catch(nothing), next);
  if (meter.changes() > 0) {
    await context.get(afterAnswerContext)(addChanges(db, user.id, meter.changes()).run().catch(logError));
  }
  return response;
}

function nothing(error: unknown): null {
  logError(error);
  return null;
}

/** What the account of a login takes, as it was counted last. */
async function knownUsage(db: Database, token: string) {
  const [found] = await db
    .select({
      isConfirmed: sql<boolean>`${users.email} IS NOT NULL`.mapWith(Boolean),
      counted_at: users.counted_at,
      rows: users.counted_rows,
      bytes: users.counted_bytes,
      changes: users.changes_since,
    })
    .from(logins)
    .innerJoin(users, eq(users.unique_ref, logins.user_ref))
    .where(eq(logins.token_hash, await hashOf(token)));
  return found ?? null;
}

/** Why the account may not grow; null while it may. */
async function fullMessage(
  db: Database,
  user: SignedInUser,
  known: ReturnType<typeof knownUsage> | null,
  now: number,
): Promise<string | null> {
  const found = await known;
  if (!found) return null;
  const { isConfirmed, ...counted } = found;
  const quota = quotaOf(isConfirmed);
  const amount = isDue(counted, quota, now) ? await recount(db, user, now) : counted;
  return isFull(amount, quota) ? formatFull(quota, isConfirmed) : null;
}

/** Counts the account and stores the result. @returns what it takes now */
async function recount(db: Database, user: SignedInUser, now: number): Promise<Amount> {
  const [found] = await measured(db, user);
  const amount = amountOf(found);
  const fresh = { counted_at: now, counted_rows: amount.rows, counted_bytes: amount.bytes, changes_since: 0 };
  await db.update(users).set(fresh).where(eq(users.id, user.id));
  return amount;
}

/** Statement: adds changed rows. */
function addChanges(db: Database, userId: number, changes: number) {
  return db
    .update(users)
    .set({ changes_since: sql`${users.changes_since} + ${changes}` })
    .where(eq(users.id, userId));
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
  return { db: openDatabase(metered as D1Database), changes: () => changes };
}
