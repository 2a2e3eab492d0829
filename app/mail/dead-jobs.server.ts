import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { JobContext } from "~/platform/context";
import { JOB_KINDS, type Job } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { isWaiting } from "./deliver.server";
import { deadJobs, outbox } from "./table.server";

/** Whether this dead message of the queue is recorded already: it may be delivered twice. */
export async function isRecorded(db: Database, messageId: string): Promise<boolean> {
  const rows = await db.select({ ref: deadJobs.unique_ref }).from(deadJobs).where(eq(deadJobs.unique_ref, messageId));
  return rows.length > 0;
}

/** Statement: records a dead job. `kind` and `ref` are those of the message, which may be no known job. */
export function recordDeadJob(
  db: Database,
  messageId: string,
  { kind, ref }: { kind: string; ref: string },
  now: number,
) {
  return db.insert(deadJobs).values({ unique_ref: messageId, kind, ref, died_at: now }).onConflictDoNothing();
}

/** Kind and cause of a mail that still waits; null if it was sent, given up, or deleted. */
export async function waitingMail(db: Database, ref: string) {
  const [row] = await db
    .select({ kind: outbox.kind, causeRef: outbox.cause_ref })
    .from(outbox)
    .where(and(eq(outbox.unique_ref, ref), isWaiting));
  return row ?? null;
}

/** Statement: gives a mail up. It keeps its content, so that it can be tried again. */
export function failMail(db: Database, ref: string, now: number) {
  return db
    .update(outbox)
    .set({ failed_at: now, leased_until: 0, updated_at: now })
    .where(and(eq(outbox.unique_ref, ref), isWaiting));
}

/** Condition: the mail was given up, has its content, and is not out of date. */
export function isRetryable(now: number) {
  const inTime = or(isNull(outbox.void_at), gt(outbox.void_at, now));
  return and(isNotNull(outbox.failed_at), isNotNull(outbox.content_encrypted), inTime);
}

type Tries = Pick<SQLiteUpdateSetSource<typeof outbox>, "attempts" | "failure">;

/**
 * Statements: mails that were given up wait again, each with all its tries, and their dead jobs are marked as tried
 * again.
 * @param which which of them; without it all
 * @param tries what each begins with; without it as one that was never tried
 */
export function retryMails(db: Database, now: number, which?: SQL, tries: Tries = { attempts: 0, failure: null }) {
  const isChosen = and(isRetryable(now), which);
  const mails = db.select({ ref: outbox.unique_ref }).from(outbox).where(isChosen);
  return [
    db
      .update(deadJobs)
      .set({ retried_at: now })
      .where(and(eq(deadJobs.kind, "send-mail"), isNull(deadJobs.retried_at), inArray(deadJobs.ref, mails))),
    db
      .update(outbox)
      .set({ ...tries, failed_at: null, due_at: now, updated_at: now })
      .where(isChosen),
  ] as const;
}

/** The job of a dead message; null if it was tried again already, or its kind is unknown. */
async function findDeadJob(db: Database, deadRef: string): Promise<Job | null> {
  const [dead] = await db
    .select()
    .from(deadJobs)
    .where(and(eq(deadJobs.unique_ref, deadRef), isNull(deadJobs.retried_at)));
  const kind = JOB_KINDS.find((each) => each === dead?.kind);
  return dead && kind ? { kind, ref: dead.ref } : null;
}

/**
 * Gives a dead job to the queue again, a mail with all its tries.
 * @param line makes the audit line, written in the same batch: if it is refused, nothing happens
 * @returns false when there is no such job, its kind is unknown, or it was tried again already
 */
export async function retryDeadJob(
  { db, jobs, now }: Pick<JobContext, "db" | "jobs" | "now">,
  deadRef: string,
  line: (job: Job) => readonly BatchItem<"sqlite">[] = () => [],
): Promise<boolean> {
  const job = await findDeadJob(db, deadRef);
  if (!job) return false;
  const [first, ...others] = [
    ...line(job),
    ...(job.kind === "send-mail" ? retryMails(db, now, eq(outbox.unique_ref, job.ref)) : []),
  ];
  if (first) await db.batch([first, ...others]);
  // Marked last: after a failure before this the job can be retried again, and every job may run twice.
  await jobs.send(job);
  await db.update(deadJobs).set({ retried_at: now }).where(eq(deadJobs.unique_ref, deadRef));
  return true;
}
