import { count, desc, eq, isNotNull, isNull, min, ne, sql } from "drizzle-orm";
import { type BackupState, type countBackups, failingBackups } from "~/account/backups/queries.server";
import type { RequestContext } from "~/account/guard.server";
import { TO_LOOK_UP } from "~/account/passwords/reset-look-up.server";
import { backups, codes, users } from "~/account/table.server";
import { isRetryable } from "~/mail/dead-jobs.server";
import { isWaiting } from "~/mail/deliver.server";
import { deadJobs, outbox } from "~/mail/table.server";
import { JOB_KINDS } from "~/platform/context";
import { cronRuns, hasFailed } from "~/platform/db/cron-runs.server";
import type { Database } from "~/platform/db/database.server";
import { longDate, ukDate } from "~/platform/time/dates";
import { formatMoment } from "~/platform/time/instants";
import { formatJob, formatMail, formatRun, formatSize, isLate } from "./format";

/** Of each kind. */
export const MAX_SHOWN = 100;
/** Number of days of the table of backups. */
const DAYS = 35;

/** Statement: the last run of each cron. For a batch. */
export function lastRuns(db: Database) {
  return db.select().from(cronRuns).orderBy(desc(cronRuns.name));
}

/** Statement: number of jobs that the queue gave up and that were not tried again. For a batch. */
export function countDead(db: Database) {
  return db.select({ n: count() }).from(deadJobs).where(isNull(deadJobs.retried_at));
}

/**
 * Statements: number of mails that were given up and of those that can be tried again; number of waiting mails. For a
 * batch.
 */
export function countMails(db: Database, now: number) {
  return [
    db
      .select({
        failed: count(),
        retryable: sql<number>`coalesce(sum(CASE WHEN ${isRetryable(now)} THEN 1 ELSE 0 END), 0)`,
      })
      .from(outbox)
      .where(isNotNull(outbox.failed_at)),
    db
      .select({ n: count(), since: sql<number | null>`min(${outbox.due_at})` })
      .from(outbox)
      .where(isWaiting),
  ] as const;
}

/** Something that was given up, whatever it is, or is not made yet though it was tried. */
export interface Failure {
  /** What its button sends; null where it is not tried again by hand. */
  retry: string | null;
  what: string;
  /** Whose it is. */
  user: { ref: string; name: string } | null;
  facts: string;
}

/**
 * Loader data of the page of jobs, in one batch: runs of the cron, waiting work, all that failed, and the backups of each
 * day.
 */
export async function jobPage({ db, now }: RequestContext) {
  const [runs, [mails], [waiting], [lookUps], [planned], [due], dead, unsent, missing, days] = await db.batch([
    lastRuns(db),
    ...countMails(db, now),
    db
      .select({ n: count(), since: min(codes.created_at) })
      .from(codes)
      .where(TO_LOOK_UP),
    db
      .select({ n: count(), since: min(backups.created_at) })
      .from(backups)
      .where(eq(backups.state, "waiting")),
    db.select({ n: count(users.changed_at), since: min(users.changed_at) }).from(users),
    // A mail stands among the mails.
    db.select().from(deadJobs).where(ne(deadJobs.kind, "send-mail")).orderBy(desc(deadJobs.died_at)).limit(MAX_SHOWN),
    unsentMails(db, now),
    failingBackups(db, MAX_SHOWN),
    backupDays(db),
  ]);
  const waits = (what: string, counted: { n: number; since: number | null } | undefined) => ({
    what,
    n: counted?.n ?? 0,
    since: counted?.since ? formatMoment(counted.since, now) : null,
  });
  return {
    runs: listedRuns(runs, now),
    waits: [
      waits("Mails to send", waiting),
      waits("Password resets to look up", lookUps),
      waits("Backups to make", planned),
      waits("Users whose changes are not backed up yet", due),
    ],
    /** Mails that can be tried again: all at once, too. */
    retryable: mails?.retryable ?? 0,
    failed: [
      ...dead.map((row) => failedJob(row, now)),
      ...unsent.map((row) => failedMail(row, now)),
      ...missing.map((row) => failedBackup(row, now)),
    ],
    days: days.map(({ day, bytes, ...numbers }) => ({ ...numbers, day: ukDate(day), size: formatSize(bytes) })),
  };
}

export type JobPage = Awaited<ReturnType<typeof jobPage>>;

function unsentMails(db: Database, now: number) {
  const { unique_ref, kind, recipient, attempts, failed_at, user_ref } = outbox;
  return db
    .select({
      ...{ ref: unique_ref, kind, recipient, attempts, failed_at, user_ref },
      retryable: sql<boolean>`${isRetryable(now)}`.mapWith(Boolean).as("retryable"),
      username: sql<string | null>`${users.username}`.as("of_user"),
    })
    .from(outbox)
    .leftJoin(users, eq(users.unique_ref, user_ref))
    .where(isNotNull(failed_at))
    .orderBy(desc(failed_at))
    .limit(MAX_SHOWN);
}

function backupDays(db: Database) {
  const isIn = (state: BackupState) => sql<number>`sum(${eq(backups.state, state)})`.as(state);
  return db
    .select({
      ...{ day: backups.day, made: isIn("made"), waiting: isIn("waiting"), failed: isIn("failed") },
      bytes: sql<number>`coalesce(sum(${backups.bytes}), 0)`.as("all_bytes"),
    })
    .from(backups)
    .groupBy(backups.day)
    .orderBy(desc(backups.day))
    .limit(DAYS);
}

function failedJob({ unique_ref, kind, ref, died_at, retried_at }: typeof deadJobs.$inferSelect, now: number): Failure {
  const isKnown = JOB_KINDS.some((each) => each === kind);
  const again = retried_at === null ? "" : ` · tried again ${formatMoment(retried_at, now)}`;
  return {
    retry: isKnown && retried_at === null ? `job/${unique_ref}` : null,
    what: formatJob(kind),
    user: null,
    facts: `Given up ${formatMoment(died_at, now)}${ref === "" ? "" : ` · reference ${ref}`}${again}`,
  };
}

function failedMail(row: Awaited<ReturnType<typeof unsentMails>>[number], now: number): Failure {
  const { ref, kind, recipient, attempts, failed_at, user_ref, retryable, username } = row;
  const to = recipient === "" ? "" : `to ${recipient} · `;
  const end = retryable ? "" : " · out of date";
  return {
    retry: retryable ? `mail/${ref}` : null,
    what: formatMail(kind),
    user: username === null ? null : { ref: user_ref, name: username },
    facts: `${to}${triedOften(attempts)} · given up ${formatMoment(failed_at ?? now, now)}${end}`,
  };
}

function failedBackup(row: Awaited<ReturnType<typeof failingBackups>>[number], now: number): Failure {
  const { unique_ref, user_ref, username, day, state, attempts, due_at } = row;
  const isOver = state === "failed";
  const again = isOver ? "" : ` · again from ${formatMoment(due_at, now)}, unless it is made by then`;
  return {
    retry: isOver ? `backup/${unique_ref}` : null,
    what: `Backup of ${longDate(day)}`,
    user: { ref: user_ref, name: username },
    facts: `${triedOften(attempts)}${again}`,
  };
}

function triedOften(attempts: number): string {
  return attempts === 1 ? "tried once" : `tried ${attempts} times`;
}

export function byState(counts: Awaited<ReturnType<typeof countBackups>>): Record<BackupState, number> {
  const of = (state: BackupState) => counts.find((each) => each.state === state)?.n ?? 0;
  return { made: of("made"), waiting: of("waiting"), failed: of("failed") };
}

type Run = typeof cronRuns.$inferSelect;

/** The crons, each with the result of its last run. */
export function listedRuns(runs: Run[], now: number) {
  return runs.map((run) => ({
    name: formatRun(run.name),
    began: formatMoment(run.began_at, now),
    state: stateOf(run, now),
  }));
}

export type ListedRun = ReturnType<typeof listedRuns>[number];

function stateOf(run: Run, now: number): "late" | "failed" | "running" | "ended" {
  if (isLate(run.name, run.began_at, now)) return "late";
  if (hasFailed(run, now)) return "failed";
  return run.ended_at !== null && run.ended_at >= run.began_at ? "ended" : "running";
}
