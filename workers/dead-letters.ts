import { failVerification } from "~/account/email/verifications.server";
import { isOfVerification } from "~/mail/contents";
import { failMail, isRecorded, recordDeadJob, waitingMail } from "~/mail/dead-jobs.server";
import type { JobContext } from "~/platform/context";
import { logError } from "~/platform/http/log";
import { isQueueNamed } from "./bindings";

/** Queue of the messages of both other queues that failed all their tries. */
export const DEAD_LETTERS = "daybook-jobs-dead";

export function isDeadLetterQueue(queue: string): boolean {
  return isQueueNamed(queue, DEAD_LETTERS);
}

/** Doubles from try to try up to the last: with the tries of wrangler.toml a database may be away for three days. */
const FIRST_RETRY_SECONDS = 60;
const LAST_RETRY_SECONDS = 60 * 60;

type Letter = Pick<Message, "id" | "body">;

/** Records the jobs that the queue gave up, and updates the causes of their mails. */
export async function recordDeadLetters(batch: MessageBatch, app: JobContext): Promise<void> {
  for (const message of batch.messages) {
    try {
      await recordDeadLetter(app, message);
      message.ack();
    } catch (error) {
      logError(error);
      message.retry({ delaySeconds: retryAfter(message.attempts) });
    }
  }
}

/** Seconds before the next delivery of a dead letter that could not be recorded. */
export function retryAfter(attempts: number): number {
  return Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), LAST_RETRY_SECONDS);
}

/** Records one message. A second call changes nothing, even if the job was tried again in between. */
export async function recordDeadLetter({ db, now }: JobContext, { id, body }: Letter): Promise<void> {
  if (await isRecorded(db, id)) return;
  const job = { kind: nameIn(body, "kind") ?? "unknown", ref: nameIn(body, "ref") ?? "" };
  const recorded = recordDeadJob(db, id, job, now);
  if (job.kind !== "send-mail") {
    await recorded;
    return;
  }
  const mail = await waitingMail(db, job.ref);
  if (!mail) return;
  await db.batch([
    recorded,
    failMail(db, job.ref, now),
    ...(isOfVerification(mail.kind) ? [failVerification(db, mail.causeRef, now)] : []),
  ]);
}

/** A message may be anything: only text with the pattern of a kind or a reference is kept of it. */
function nameIn(body: unknown, field: "kind" | "ref"): string | null {
  const value = (body as Record<string, unknown> | null)?.[field];
  return typeof value === "string" && /^[\w-]{1,40}$/.test(value) ? value : null;
}
