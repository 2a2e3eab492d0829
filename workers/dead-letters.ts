import { failVerification } from "~/account/email/verifications.server";
import { isOfVerification } from "~/mail/contents";
import { failMail, isRecorded, recordDeadJob, waitingMail } from "~/mail/dead-jobs.server";
import type { JobWorld } from "~/platform/context";
import { logError } from "~/platform/http/log";

/** Where the queue puts what it tried too often. */
export const DEAD_LETTERS = "daybook-jobs-dead";
const RETRY_SECONDS = 60;

type Letter = Pick<Message, "id" | "body">;

/** Puts on record what the queue gave up, and tells its cause. */
export async function recordDeadLetters(batch: MessageBatch, world: JobWorld): Promise<void> {
  for (const message of batch.messages) {
    try {
      await recordDeadLetter(world, message);
      message.ack();
    } catch (error) {
      logError(error);
      message.retry({ delaySeconds: RETRY_SECONDS });
    }
  }
}

/** Twice changes nothing more, even when the job was tried again in between. */
export async function recordDeadLetter({ db, now }: JobWorld, { id, body }: Letter): Promise<void> {
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

/** A message may be anything: only what looks like a name of ours is kept of it. */
function nameIn(body: unknown, field: "kind" | "ref"): string | null {
  const value: unknown = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[field] : null;
  return typeof value === "string" && /^[\w-]{1,40}$/.test(value) ? value : null;
}
