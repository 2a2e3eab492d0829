import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { eq } from "drizzle-orm";
import type { MailContent } from "~/mail/contents";
import { writeMail } from "~/mail/outbox.server";
import { outbox } from "~/mail/table.server";
import type { JobContext, Mailer } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { runJobs } from "../../workers/jobs";
import { db, NOW, vault } from "./harness";

type Mail = Parameters<Mailer["send"]>[0];

/** A mailer that only remembers what it was given. */
export function recordingMailer(): Mailer & { sent: Mail[] } {
  const sent: Mail[] = [];
  return { sent, send: async (mail) => void sent.push(mail) };
}

/** A mailer whose every send fails, naming the address as the real one may. */
export const failingMailer: Mailer = {
  send: async ({ to, text }) => {
    throw Object.assign(new Error(`Could not send to ${to}: ${text}`), { code: "E_DELIVERY_FAILED" });
  },
};

/** A mail in the outbox, due now. @returns its ref */
export async function waitingMail(
  content: MailContent = { kind: "reset-code", code: "K7M2QX" },
  more: { to?: string; causeRef?: string; voidAt?: number } = {},
): Promise<string> {
  const mail = await writeMail(db, vault, { to: "owner@example.com", userRef: "", content, ...more }, NOW);
  await mail.statement;
  return mail.ref;
}

export async function outboxRow(ref: string) {
  const [row] = await db.select().from(outbox).where(eq(outbox.unique_ref, ref));
  return row;
}

/** Hands messages to the consumer of a queue. @returns what it answers for them, and the delays it asked for */
export async function deliver(
  app: JobContext,
  bodies: unknown[],
  { queue = "daybook-jobs", attempts = 1, ids = bodies.map(() => newRef()) } = {},
) {
  const messages = bodies.map((body, n) => ({ id: ids[n] as string, timestamp: new Date(NOW), attempts, body }));
  const batch = createMessageBatch(queue, messages);
  const delays: number[] = [];
  for (const message of batch.messages) {
    const retry = message.retry.bind(message);
    Object.defineProperty(message, "retry", {
      value(options: QueueRetryOptions) {
        delays.push(options.delaySeconds as number);
        retry(options);
      },
    });
  }
  await runJobs(batch, app);
  return { ...(await getQueueResult(batch, createExecutionContext())), delays };
}

export function sendMailJob(ref: string) {
  return { kind: "send-mail", ref };
}
