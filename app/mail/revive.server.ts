import { and, eq, gt, gte, inArray, isNotNull, isNull, lte, not, or, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "~/platform/db/database.server";
import { isRetryable, retryMails } from "./dead-jobs.server";
import { isWaiting, MAX_TRIES, WIPED } from "./deliver.server";
import { deadJobs, outbox } from "./table.server";

/** A mail that was given up gets all its tries again after this time. */
export const REVIVED_AFTER_MS = 15 * 60 * 1000;
/** From when it was written: whoever waits for one of three days ago no longer needs it sent by itself. */
export const REVIVED_FOR_MS = 72 * 60 * 60 * 1000;

/**
 * Condition: the mail was given up, and will be tried again by itself, unless the mailer will never take it. Those to
 * whoever runs Daybook are tried for as long as they are kept, whatever it says: they say that nothing else arrives.
 */
export function willBeRevived(now: number) {
  return and(isRetryable(now), isRevivable(now));
}

function isRevivable(now: number) {
  const isRefused = sql`${outbox.failure} IS 'refused'`;
  return or(eq(outbox.kind, "matter"), and(gt(outbox.created_at, now - REVIVED_FOR_MS), not(isRefused)));
}

/** Condition: a try got no answer in time, and may have arrived. */
const MAY_HAVE_ARRIVED = sql`${outbox.failure} IS 'late'`;

/**
 * Condition: the last try was so long ago that another may follow. One that may have arrived has to have become twice as
 * old since: a mailer that takes mails and answers too late would else send dozens of each.
 */
function hasRested(since: AnySQLiteColumn, now: number) {
  const isTwiceAsOld = sql`${since} * 2 <= ${now} + ${outbox.created_at}`;
  return and(lte(since, now - REVIVED_AFTER_MS), or(not(MAY_HAVE_ARRIVED), isTwiceAsOld));
}

/** One that may have arrived has one try, all others have all of them. */
const TRIES = { attempts: sql`CASE WHEN ${MAY_HAVE_ARRIVED} THEN ${MAX_TRIES - 1} ELSE 0 END` };

/** Condition: `reviveMails` will see to the dead job of this mail, so that nobody need. */
export function healsByItself(now: number) {
  return and(IS_GIVEN_UP, or(isNotNull(outbox.void_at), isRevivable(now)));
}

/** As far as something of it is left. */
const IS_GIVEN_UP = and(isNotNull(outbox.failed_at), isNotNull(outbox.content_encrypted));

/**
 * For the cron: an outage of the mailer that outlasts the tries of a mail heals without anybody's act. What was given up
 * for long enough waits again, its dead job is marked as tried again, and what has run out meanwhile is wiped with its
 * dead job: nobody is to press for a code that no longer works.
 */
export async function reviveMails({ db, now }: { db: Database; now: number }): Promise<void> {
  const isRested = and(willBeRevived(now), hasRested(outbox.failed_at, now));
  const isVoid = and(IS_GIVEN_UP, lte(outbox.void_at, now));
  const refs = (condition: ReturnType<typeof and>) =>
    db.select({ ref: outbox.unique_ref }).from(outbox).where(condition);
  const ofMails = eq(deadJobs.kind, "send-mail");
  const [isOpen, wasTried] = [isNull(deadJobs.retried_at), isNotNull(deadJobs.retried_at)];
  await db.batch([
    db.delete(deadJobs).where(and(ofMails, isOpen, inArray(deadJobs.ref, refs(isVoid)))),
    db
      .update(outbox)
      .set({ ...WIPED, updated_at: now })
      .where(isVoid),
    // Of each mail the last death is on record, however often it is revived.
    db.delete(deadJobs).where(and(ofMails, wasTried, inArray(deadJobs.ref, refs(isRested)))),
    ...retryMails(db, now, isRested, TRIES),
    // All messages of one that was tried too often were lost: no dead job says so. Its last try may be under way: the
    // lease stays.
    db
      .update(outbox)
      .set({ ...TRIES, due_at: now, updated_at: now })
      .where(and(isWaiting, gte(outbox.attempts, MAX_TRIES), hasRested(outbox.due_at, now))),
  ]);
}
