import { and, eq, gt, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { JobWorld } from "~/platform/context";
import { JOB_KINDS, type Job } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { isWaiting } from "./deliver.server";
import { deadJobs, outbox } from "./table.server";

/** Whether the death of this message of the queue is on record: it may be told twice. */
export async function isRecorded(db: Database, messageId: string): Promise<boolean> {
  const rows = await db.select({ ref: deadJobs.unique_ref }).from(deadJobs).where(eq(deadJobs.unique_ref, messageId));
  return rows.length > 0;
}

/** Statement. `kind` and `ref` are as the message had them, which may be no job of ours. */
export function recordDeadJob(
  db: Database,
  messageId: string,
  { kind, ref }: { kind: string; ref: string },
  now: number,
) {
  return db.insert(deadJobs).values({ unique_ref: messageId, kind, ref, died_at: now }).onConflictDoNothing();
}

/** What a mail that still waits is about; null when it was sent, given up, or is gone. */
export async function waitingMail(db: Database, ref: string) {
  const [row] = await db
    .select({ kind: outbox.kind, causeRef: outbox.cause_ref })
    .from(outbox)
    .where(and(eq(outbox.unique_ref, ref), isWaiting));
  return row ?? null;
}

/** Statement. The mail keeps its content, so that it can be tried again. */
export function failMail(db: Database, ref: string, now: number) {
  return db
    .update(outbox)
    .set({ failed_at: now, leased_until: 0, updated_at: now })
    .where(and(eq(outbox.unique_ref, ref), isWaiting));
}

/** Given up, with its content still there and worth sending. */
export function isRetryable(now: number) {
  const inTime = or(isNull(outbox.void_at), gt(outbox.void_at, now));
  return and(isNotNull(outbox.failed_at), isNotNull(outbox.content_encrypted), inTime);
}

/**
 * Statements. Mails that were given up wait again, each with all its tries; their dead jobs count as tried again.
 * @param ref of one mail; without it all.
 */
export function retryMails(db: Database, now: number, ref?: string) {
  const asked = and(isRetryable(now), ref === undefined ? undefined : eq(outbox.unique_ref, ref));
  const mails = db.select({ ref: outbox.unique_ref }).from(outbox).where(asked);
  return [
    db
      .update(deadJobs)
      .set({ retried_at: now })
      .where(and(eq(deadJobs.kind, "send-mail"), isNull(deadJobs.retried_at), inArray(deadJobs.ref, mails))),
    db.update(outbox).set({ failed_at: null, attempts: 0, due_at: now, leased_until: 0, updated_at: now }).where(asked),
  ] as const;
}

/** Null when it was tried again already, or is of no known kind. */
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
 * @param line what is put on record of it: nothing happens where that is refused.
 * @returns false when there is no such job, it is of no known kind, or it was tried again already.
 */
export async function retryDeadJob(
  { db, jobs, now }: Pick<JobWorld, "db" | "jobs" | "now">,
  deadRef: string,
  line: (job: Job) => readonly BatchItem<"sqlite">[] = () => [],
): Promise<boolean> {
  const job = await findDeadJob(db, deadRef);
  if (!job) return false;
  const [first, ...others] = [...line(job), ...(job.kind === "send-mail" ? retryMails(db, now, job.ref) : [])];
  if (first) await db.batch([first, ...others]);
  // Marked last: whatever goes wrong before can be asked for again, and every job may run twice.
  await jobs.send(job);
  await db.update(deadJobs).set({ retried_at: now }).where(eq(deadJobs.unique_ref, deadRef));
  return true;
}
