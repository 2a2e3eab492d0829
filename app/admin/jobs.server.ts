import { count, desc, eq, isNull, min } from "drizzle-orm";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import { TO_LOOK_UP } from "~/account/passwords/reset-look-up.server";
import { backups, codes } from "~/account/table.server";
import { retryDeadJob } from "~/mail/dead-jobs.server";
import { deadJobs } from "~/mail/table.server";
import { JOB_KINDS } from "~/platform/context";
import { cronRuns, hasFailed } from "~/platform/db/cron-runs.server";
import type { Database } from "~/platform/db/database.server";
import { formatMoment } from "~/platform/time/instants";
import { adminLine } from "./audit.server";
import { formatJob, formatRun, isLate } from "./format";
import { countMails } from "./mails.server";

const MAX_SHOWN = 100;

/** Statement: the last run of each cron. For a batch. */
export function lastRuns(db: Database) {
  return db.select().from(cronRuns).orderBy(desc(cronRuns.name));
}

/** Statement: number of jobs that the queue gave up and that were not tried again. For a batch. */
export function countDead(db: Database) {
  return db.select({ n: count() }).from(deadJobs).where(isNull(deadJobs.retried_at));
}

/** Loader data of the page of jobs, in one batch: runs of the cron, waiting work, and jobs that the queue gave up. */
export async function jobPage({ db, now }: RequestContext) {
  const [runs, [counted], dead, [mails], [lookUps], [waiting]] = await readJobs(db, now);
  return {
    runs: listedRuns(runs, now),
    dead: counted?.n ?? 0,
    waits: [
      { what: "Mails to send", ...waitsIn(mails, now) },
      { what: "Password resets to look up", ...waitsIn(lookUps, now) },
      { what: "Backups to make", ...waitsIn(waiting, now) },
    ],
    letters: dead.map(({ unique_ref, kind, ref, died_at, retried_at }) => ({
      job: unique_ref,
      what: formatJob(kind),
      ref,
      died: formatMoment(died_at, now),
      retried: retried_at === null ? null : formatMoment(retried_at, now),
      known: JOB_KINDS.some((each) => each === kind),
    })),
  };
}

export type JobPage = Awaited<ReturnType<typeof jobPage>>;

function readJobs(db: Database, now: number) {
  const [, mails] = countMails(db, now);
  return db.batch([
    lastRuns(db),
    countDead(db),
    db.select().from(deadJobs).orderBy(desc(deadJobs.died_at)).limit(MAX_SHOWN),
    mails,
    db
      .select({ n: count(), since: min(codes.created_at) })
      .from(codes)
      .where(TO_LOOK_UP),
    db
      .select({ n: count(), since: min(backups.created_at) })
      .from(backups)
      .where(eq(backups.state, "waiting")),
  ]);
}

function waitsIn(counted: { n: number; since: number | null } | undefined, now: number) {
  return { n: counted?.n ?? 0, since: counted?.since ? formatMoment(counted.since, now) : null };
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

/**
 * Gives a dead job to the queue again.
 * @returns false when there is none, it was tried again, or its kind is unknown
 */
export async function retryLetter(context: RequestContext, request: Request, jobRef: string): Promise<boolean> {
  return retryDeadJob(context, jobRef, ({ kind }) =>
    adminLine(context, "admin-job-retried", { detail: formatJob(kind) }),
  ).catch(rejectEndedLogin(request));
}
