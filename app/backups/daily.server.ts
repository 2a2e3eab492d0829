import { and, desc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { audit, backups, objectKey, users } from "~/account/table.server";
import type { JobContext } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { lastDailyAt } from "~/platform/db/cron-runs.server";
import type { Database } from "~/platform/db/database.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { DAY_MS } from "~/platform/time/durations";
import { addDays, londonToday } from "~/platform/time/london";
import { MAX_TRIES } from "./back-up-user.server";

/** Every state of so many days back can be restored. */
export const KEPT_DAYS = 35;
/** Most backups that are with the queue at a time; the others wait a minute. */
const MAX_AT_ONCE = 100;
/** A backup that was handed to the queue and has not begun after this time is handed to it again. */
export const LOST_AFTER_MS = 2 * 60 * 60 * 1000;
/** Objects deleted in one call: R2 takes a thousand keys. */
const DROPPED_AT_ONCE = 500;

/**
 * For the daily cron: plans a backup of the day of the last night for each user whose rows changed since their last one,
 * and for each without one: after midnight, too, where the night is made up for. The cron of the next minutes hands them to
 * the queue. A second run on the same day plans none twice.
 */
export async function planBackups({ db, now }: Pick<JobContext, "db" | "now">): Promise<void> {
  const day = londonToday(lastDailyAt(now));
  const due = await db.select({ user_ref: users.unique_ref }).from(users).where(needsBackup(db));
  const rows = due.map(({ user_ref }) => {
    const times = { due_at: now, created_at: now, updated_at: now };
    return { ...times, unique_ref: newRef(), user_ref, day, state: "waiting" as const };
  });
  const ofToday = (read: (column: string) => SQL) =>
    sql`EXISTS (SELECT 1 FROM backups AS there WHERE there.user_ref = ${read("user_ref")} AND there.day = ${day})`;
  await db.batch([
    // Unfinished backups of earlier days fail: today's take their place.
    db
      .update(backups)
      .set({ state: "failed", updated_at: now })
      .where(and(eq(backups.state, "waiting"), lt(backups.day, day))),
    ...insertRows(db, backups, rows, ofToday),
  ]);
}

/**
 * Condition: the user's rows are marked as changed, there is no backup, or the audit log has newer lines: logins, links
 * of mails, acts of an administrator.
 */
function needsBackup(db: Database): SQL {
  const lastMade = sql`(SELECT max(made.made_at) FROM backups AS made WHERE made.user_ref = ${users.unique_ref} AND made.state = 'made')`;
  const did = db
    .select({ n: sql`1` })
    .from(audit)
    .where(and(eq(audit.user_ref, users.unique_ref), gte(audit.occurred_at, lastMade)));
  const suffered = db
    .select({ n: sql`1` })
    .from(audit)
    .where(and(eq(audit.about_ref, users.unique_ref), sql`${audit.about_ref} <> ''`, gte(audit.occurred_at, lastMade)));
  return sql`(${users.changed_at} IS NOT NULL OR ${lastMade} IS NULL OR EXISTS ${did} OR EXISTS ${suffered})`;
}

/**
 * For the cron of each minute: hands due backups to the queue, each once, and again only when its message must have been
 * lost: else a night that is longer than a minute would fill the queue with surplus ones. They do no harm.
 */
export async function sweepBackups({ db, jobs, now }: Pick<JobContext, "db" | "jobs" | "now">): Promise<void> {
  const isDue = and(eq(backups.state, "waiting"), lte(backups.due_at, now));
  // Since it fell due: a try that failed or was put off is handed over anew.
  const isHanded = and(gte(backups.handed_at, backups.due_at), gt(backups.handed_at, now - LOST_AFTER_MS)) as SQL;
  const [, rows] = await db.batch([
    // The Worker died during its last try.
    db
      .update(backups)
      .set({ state: "failed", updated_at: now })
      .where(and(isDue, gte(backups.attempts, MAX_TRIES))),
    db
      .select({ ref: backups.unique_ref, is_handed: sql<number>`${isHanded}` })
      .from(backups)
      .where(isDue)
      .orderBy(desc(isHanded), backups.due_at)
      .limit(MAX_AT_ONCE),
  ]);
  const next = rows.filter((row) => row.is_handed === 0);
  if (next.length === 0) return;
  // In one call: of a hundred the last would wait for a connection for longer than the limit of a call.
  await jobs.sendAll(next.map(({ ref }) => ({ kind: "back-up-user", ref })));
  const taken = next.map(({ ref }) => ref);
  // Not one that has begun meanwhile, and is put off: it will be due again.
  await db
    .update(backups)
    .set({ handed_at: now })
    .where(and(isDue, inArray(backups.unique_ref, sql`(SELECT value FROM json_each(${JSON.stringify(taken)}))`)));
}

/**
 * For the daily cron: deletes a backup once a newer one of its user is older than `KEPT_DAYS`. So what a user deletes
 * is gone from all backups 35 days after the next one, and a user who changes nothing keeps the last one.
 */
export async function dropOldBackups({
  db,
  objects,
  lockedDays,
  now,
}: Pick<JobContext, "db" | "objects" | "lockedDays" | "now">): Promise<void> {
  const before = addDays(londonToday(now), -KEPT_DAYS);
  const newer = alias(backups, "newer");
  const isReplaced = sql`EXISTS ${db
    .select({ n: sql`1` })
    .from(newer)
    .where(
      and(
        eq(newer.user_ref, backups.user_ref),
        eq(newer.state, "made"),
        sql`${newer.day} > ${backups.day}`,
        lte(newer.day, before),
      ),
    )}`;
  // One that a restore brought lies here for less time than its day says.
  const isFree = sql`max(${backups.created_at}, coalesce(${backups.made_at}, 0)) <= ${now - lockedDays * DAY_MS}`;
  const mayGo = lockedDays > 0 ? isFree : undefined;
  for (;;) {
    const old = await db
      .select({ ref: backups.unique_ref, user_ref: backups.user_ref, day: backups.day })
      .from(backups)
      .where(and(lte(backups.day, before), mayGo, sql`(${backups.state} <> 'made' OR ${isReplaced})`))
      .limit(DROPPED_AT_ONCE);
    if (old.length === 0) return;
    await objects.delete(old.map(({ user_ref, day }) => objectKey(user_ref, day)));
    const refs = JSON.stringify(old.map(({ ref }) => ref));
    await db.delete(backups).where(inArray(backups.unique_ref, sql`(SELECT value FROM json_each(${refs}))`));
  }
}
