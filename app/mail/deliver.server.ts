import { and, eq, gt, gte, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { JobContext } from "~/platform/context";
import { RetryLaterError } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { TimeLimitError } from "~/platform/time-limit";
import type { MailContent, MailKind } from "./contents";
import { renderMail } from "./letters";
import { deadJobs, mailPlace, outbox } from "./table.server";

/** Lease of a mail that a worker claimed: no other worker sends it until the first must have died. */
const LEASE_MS = 60 * 1000;
/**
 * Waits after the first three tries; `LAST_WAIT_SECONDS` follows each later one. All tries of the queue fit into 15
 * minutes.
 */
const WAITS_SECONDS = [10, 60, 300] as const;
const LAST_WAIT_SECONDS = 300;
/** More than the queue's own tries, and a limit even if all its messages are lost. */
export const MAX_TRIES = 8;

type Row = typeof outbox.$inferSelect;

/** A mail that was sent, with the reference of its cause. */
interface SentMail {
  kind: MailKind;
  causeRef: string;
}

/** Condition: neither sent nor given up. */
export const isWaiting = and(isNull(outbox.sent_at), isNull(outbox.failed_at));

/** Condition: waiting, due, and not leased by a worker that may still be sending it. */
export function isDue(now: number) {
  return and(isWaiting, lte(outbox.due_at, now), lte(outbox.leased_until, now));
}

/**
 * Sends the mail of one outbox row, only once if its message comes again: the row is claimed in one statement. It is
 * sent twice only if the worker dies between sending and marking; both mails then have the same key.
 * @returns null when there was nothing to send: sent, claimed by another worker, not due, out of date, or deleted
 * @throws RetryLaterError when it could not be sent, or was tried too often: the queue then gives it up
 */
export async function sendMail(app: JobContext, ref: string): Promise<SentMail | null> {
  const { db, now } = app;
  const [row] = await db
    .update(outbox)
    .set({ leased_until: now + LEASE_MS, attempts: sql`${outbox.attempts} + 1`, updated_at: now })
    .where(and(eq(outbox.unique_ref, ref), isDue(now), lt(outbox.attempts, MAX_TRIES)))
    .returning();
  if (!row) return limitTries(app, ref);
  if (row.void_at !== null && row.void_at <= now) {
    await db
      .update(outbox)
      .set({ ...WIPED, failed_at: now })
      .where(eq(outbox.unique_ref, ref));
    return null;
  }
  await sendToMailer(app, row);
  await db
    .update(outbox)
    .set({ ...WIPED, sent_at: now, failed_at: null })
    .where(eq(outbox.unique_ref, ref));
  return { kind: row.kind as MailKind, causeRef: row.cause_ref };
}

/**
 * Throws for a mail that was tried too often: one whose every try kills its worker would otherwise come back for ever.
 */
async function limitTries({ db, now }: JobContext, ref: string): Promise<null> {
  const [row] = await db
    .select({ attempts: outbox.attempts })
    .from(outbox)
    .where(and(eq(outbox.unique_ref, ref), isDue(now), gte(outbox.attempts, MAX_TRIES)));
  if (row) throw new RetryLaterError(`An email was tried ${row.attempts} times`, 1);
  return null;
}

/** A mail whose content is of no more use. */
export const WIPED = { content_encrypted: null, recipient: "", leased_until: 0 };

/** Hands a mail to the mailer. An error may contain the address or the content: only its kind is passed on. */
async function sendToMailer({ db, vault, site, mailer, now }: JobContext, row: Row): Promise<void> {
  const { unique_ref: key, user_ref, recipient: to, content_encrypted, attempts } = row;
  try {
    const content = JSON.parse(await vault.decrypt(user_ref, mailPlace(key), content_encrypted)) as MailContent;
    await mailer.send({ ...renderMail(content, site.origin), to, key });
  } catch (error) {
    const wait = WAITS_SECONDS[attempts - 1] ?? LAST_WAIT_SECONDS;
    const failure = lastingFailureOf(error);
    await db
      .update(outbox)
      .set({ leased_until: 0, due_at: now + wait * 1000, ...(failure && { failure }) })
      .where(and(eq(outbox.unique_ref, key), isWaiting));
    // A second longer than the row waits: the message must not arrive before the row is due.
    throw new RetryLaterError(`Mail ${row.kind} could not be sent: ${failureOf(error)}`, wait + 1);
  }
}

function failureOf(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.name : "unknown");
}

function codeOf(error: unknown): string | null {
  const { code } = Object(error) as { code?: unknown };
  return error instanceof Error && typeof code === "string" && /^[A-Z_]{1,60}$/.test(code) ? code : null;
}

/**
 * Codes of the mailer that are about this mail alone: its recipient is on the list of those who take none, or it is no mail
 * that can be sent. What is about the sender or a limit of the account may heal.
 */
const IS_REFUSED =
  /^E_(RECIPIENT_SUPPRESSED|VALIDATION_ERROR|FIELD_MISSING|TOO_MANY_RECIPIENTS|CONTENT_TOO_LARGE|HEADERS?_[A-Z_]+)$/;

/** What of a failure counts for later tries; null where the next one may be like the first. */
function lastingFailureOf(error: unknown): "late" | "refused" | null {
  if (error instanceof TimeLimitError) return "late";
  return IS_REFUSED.test(codeOf(error) ?? "") ? "refused" : null;
}

/** After a failure the queue redelivers the message by itself; after this time it counts as lost. */
const QUEUE_IS_LATE_MS = 2 * 60 * 1000;
const MAX_AT_ONCE = 100;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * For the cron: sends a new message for each mail whose message was lost, or whose worker died. A surplus one does no
 * harm.
 */
export async function sweepMails({ db, jobs, now }: Pick<JobContext, "db" | "jobs" | "now">): Promise<void> {
  const neverTried = eq(outbox.attempts, 0);
  const workerDied = gt(outbox.leased_until, 0);
  const rows = await db
    .select({ ref: outbox.unique_ref })
    .from(outbox)
    .where(and(isDue(now), or(neverTried, workerDied, lte(outbox.due_at, now - QUEUE_IS_LATE_MS))))
    .orderBy(outbox.due_at)
    .limit(MAX_AT_ONCE);
  for (const { ref } of rows) jobs.nudge({ kind: "send-mail", ref });
}

/** For the cron: deletes mails and dead jobs after 30 days, long enough to examine what was sent or was not. */
export async function dropOldMails(db: Database, now: number): Promise<void> {
  await db.batch([
    db.delete(outbox).where(lte(outbox.created_at, now - KEPT_MS)),
    db.delete(deadJobs).where(lte(deadJobs.died_at, now - KEPT_MS)),
  ]);
}
