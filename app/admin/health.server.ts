import { and, desc, eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { isNewestOfUser } from "~/account/backups/queries.server";
import { backups } from "~/account/table.server";
import { isWaiting } from "~/mail/deliver.server";
import { MAX_COUNTED } from "~/mail/matters";
import { healsByItself, willBeRevived } from "~/mail/revive.server";
import { deadJobs, outbox } from "~/mail/table.server";
import { cronRuns, hasFailed, isDailyDue } from "~/platform/db/cron-runs.server";
import type { Database } from "~/platform/db/database.server";
import { logError } from "~/platform/http/log";
import { MINUTE_MS } from "~/platform/time/durations";
import { addDays, londonToday } from "~/platform/time/london";
import { withTimeLimit } from "~/platform/time-limit";
import { isLate } from "./format";

/** What the database tells. */
const OF_DATABASE = ["minute-cron", "daily-cron", "backups", "dead-jobs", "late-mail"] as const;

/** What is unfinished, though all that Daybook stands on may be well. */
const IS_WORK: readonly Part[] = ["dead-jobs", "late-mail"];

type Part = "database" | "store" | "queue" | (typeof OF_DATABASE)[number];

/** How a part was found. `unknown`: it could not be looked at, or has never been at work. */
export interface HealthCheck {
  part: Part;
  state: "good" | "bad" | "unknown";
  /** How many, or for how many minutes. */
  n?: number;
  /** Day of the newest backup. */
  newest?: string | null;
}

/** What is looked at. */
export interface World {
  db: Database;
  objects: Pick<R2Bucket, "head">;
  queues: readonly Pick<Queue, "metrics">[];
  now: number;
  /** An answer that takes longer is none. */
  limitMs?: number;
}

const LIMIT_MS = 3000;
/** A backup is put off for six hours at most, and tried again for three. */
const BACKUP_IS_MISSING_MS = 9 * 60 * MINUTE_MS;
const MAIL_IS_LATE_MS = 10 * MINUTE_MS;
/** A key that no object has. */
const NO_OBJECT = "healthz";

/** Checks what Daybook stands on. */
export async function checkParts(world: World): Promise<HealthCheck[]> {
  const { objects, queues, limitMs } = world;
  const checks = await Promise.all([
    checkDatabase(world),
    answers("store", async () => ({ found: await objects.head(NO_OBJECT) }), limitMs),
    answers("queue", () => Promise.all(queues.map((queue) => queue.metrics())), limitMs),
  ]);
  return checks.flat().filter(({ part }) => !IS_WORK.includes(part));
}

/** Whether the crons, backups and all else are as they should be. A new Daybook has not yet had a daily run. */
export function isWell(parts: readonly HealthCheck[]): boolean {
  return parts.every(({ part, state }) => state === "good" || (part === "daily-cron" && state === "unknown"));
}

async function answers(part: Part, ask: () => PromiseLike<unknown>, limitMs?: number): Promise<HealthCheck[]> {
  const answer = await inTime(Promise.resolve().then(ask), limitMs).catch(noAnswer);
  return [{ part, state: answer === null ? "bad" : "good" }];
}

/** Why a part is bad stands in the log. */
function noAnswer(error: unknown): null {
  logError(error);
  return null;
}

/** @throws Error for what takes too long */
export function inTime<Answer>(asked: PromiseLike<Answer>, limitMs = LIMIT_MS): Promise<Answer> {
  return withTimeLimit(asked, limitMs);
}

/** Checks what the database tells, in one trip, unfinished work among it. */
export async function checkDatabase({
  db,
  now,
  limitMs,
}: Pick<World, "db" | "now" | "limitMs">): Promise<HealthCheck[]> {
  const unknown = OF_DATABASE.map((part): HealthCheck => ({ part, state: "unknown" }));
  const found = await inTime(readState(db, now), limitMs).catch(noAnswer);
  if (!found) return [{ part: "database", state: "bad" }, ...unknown];
  const [runs, [newest], [failed], [waiting], [dead], [late], [givenUp]] = found;
  const missing = (failed?.n ?? 0) + (waiting?.n ?? 0);
  return [
    { part: "database", state: "good" },
    checkCron("minute-cron", runs, now),
    checkCron("daily-cron", runs, now),
    { ...checkCount("backups", missing), newest: newest?.day ?? null },
    checkCount("dead-jobs", dead?.n),
    checkCount("late-mail", (late?.n ?? 0) + (givenUp?.n ?? 0)),
  ];
}

function readState(db: Database, now: number) {
  return db.batch([
    db.select().from(cronRuns),
    db.select({ day: backups.day }).from(backups).where(eq(backups.state, "made")).orderBy(desc(backups.day)).limit(1),
    ...missingBackups(db, now),
    ...unfinishedWork(db, now),
  ]);
}

/**
 * Statements: jobs that were given up and not tried again since; mails that wait for too long, and those that were given
 * up until they are tried again by themselves. Their own dead jobs are not counted twice.
 */
export function unfinishedWork(db: Database, now: number) {
  const ofMail = db
    .select({ one: sql`1` })
    .from(outbox)
    .where(and(eq(outbox.unique_ref, deadJobs.ref), healsByItself(now)));
  const dead = and(isNull(deadJobs.retried_at), sql`NOT (${deadJobs.kind} = 'send-mail' AND EXISTS ${ofMail})`);
  // With the plus SQLite takes the index of those that wait, not that of all by age.
  const isOld = sql`+${outbox.created_at} <= ${now - MAIL_IS_LATE_MS}`;
  const [late, givenUp] = [and(isWaiting, isOld), and(willBeRevived(now), isOld)];
  return [countMost(db, deadJobs, dead), countMost(db, outbox, late), countMost(db, outbox, givenUp)] as const;
}

function checkCount(part: Part, n = 0): HealthCheck {
  return { part, state: n > 0 ? "bad" : "good", n };
}

/** Statements: backups of the last night that failed, and those that were planned long ago and are not made. */
export function missingBackups(db: Database, now: number) {
  const yesterday = addDays(londonToday(now), -1);
  const failed = and(eq(backups.state, "failed"), gte(backups.day, yesterday), isNewestOfUser());
  const waiting = and(eq(backups.state, "waiting"), lte(backups.created_at, now - BACKUP_IS_MISSING_MS));
  return [countMost(db, backups, failed), countMost(db, backups, waiting)] as const;
}

/** Statement: how many rows of a table meet a condition, up to `MAX_COUNTED`. */
function countMost(db: Database, table: SQLiteTable, condition: SQL | undefined) {
  // As written: SQLite would not recognise the condition of a partial index with a bound value.
  const rows = db.select({ one: sql`1` }).from(table).where(condition).limit(MAX_COUNTED);
  return db.select({ n: sql<number>`count(*)` }).from(sql`${rows}`);
}

/**
 * `n` is the time since the last run began, in minutes. Of the daily one it counts, too, whether it did its work: what it
 * did not plan nobody misses. A sweep of the minute that fails is made again in the next.
 */
function checkCron(
  part: "minute-cron" | "daily-cron",
  runs: readonly (typeof cronRuns.$inferSelect)[],
  now: number,
): HealthCheck {
  const name = part === "minute-cron" ? "minute" : "daily";
  const run = runs.find((each) => each.name === name);
  if (!run) return { part, state: name === "daily" && isDailyMissed(runs) ? "bad" : "unknown" };
  const n = Math.floor((now - run.began_at) / MINUTE_MS);
  const isBad = isLate(name, run.began_at, now) || (name === "daily" && hasFailed(run, now));
  return { part, state: isBad ? "bad" : "good", n };
}

/** Whether a run of each minute that should have made the first daily one has ended without it. */
function isDailyMissed(runs: readonly (typeof cronRuns.$inferSelect)[]): boolean {
  const minute = runs.find(({ name }) => name === "minute");
  return !!minute?.ended_at && minute.ended_at >= minute.began_at && isDailyDue(undefined, minute.began_at);
}
