import type { Job, Jobs, Mailer } from "~/platform/context";
import { logError } from "~/platform/http/log";
import { readClock } from "./settings";

/**
 * What crons hand over by the hundred for users who do not wait for it. It goes through a queue of its own, so that no
 * code waits behind a night's backups.
 */
const BULK: ReadonlySet<Job["kind"]> = new Set(["back-up-user", "mail-round-up", "check-store"]);

/** @param region code of the region that each message names, for the job to run there */
export function openQueue(env: Env, execution: Pick<ExecutionContext, "waitUntil">, region: string): Jobs {
  const send: Jobs["send"] = async (job, delaySeconds = 0) => {
    await (BULK.has(job.kind) ? env.BULK_JOBS : env.JOBS).send({ ...job, region }, { delaySeconds });
  };
  return { send, nudge: (job, delaySeconds) => execution.waitUntil(send(job, delaySeconds).catch(logError)) };
}

declare const __LOCAL_BUILD__: boolean;

/** How long the local mailbox keeps a mail. */
const KEPT_SECONDS = 24 * 60 * 60;

/**
 * Opens a mailer that sends through the binding. The key of a mail is sent in a header, so that a second try can be
 * recognised.
 */
export function openMailer(env: Env): Mailer {
  return {
    async send({ to, subject, text, html, key, headers = {} }) {
      await env.EMAIL.send({
        from: { name: "Daybook", email: env.MAIL_FROM },
        to,
        subject,
        text,
        html,
        headers: { ...headers, "X-Daybook-Mail": key },
      });
      // A mail that the binding has taken leaves the machine or, locally, cannot be read again: the local mailbox needs
      // a copy.
      if (__LOCAL_BUILD__) {
        const mail = JSON.stringify({ to, subject, text, html, headers, sent_at: readClock(env) });
        await env.FORMS.put(`local-mail/${to.toLowerCase()}/${key}`, mail, { expirationTtl: KEPT_SECONDS });
      }
    },
  };
}
