import type { Jobs, Mailer } from "~/platform/context";
import { logError } from "~/platform/http/log";

export function openQueue(env: Env, execution: Pick<ExecutionContext, "waitUntil">): Jobs {
  const send: Jobs["send"] = async (job, delaySeconds = 0) => {
    await env.JOBS.send(job, { delaySeconds });
  };
  return { send, nudge: (job, delaySeconds) => execution.waitUntil(send(job, delaySeconds).catch(logError)) };
}

declare const __LOCAL_BUILD__: boolean;

/** How long the local mailbox keeps a mail. */
const KEPT_SECONDS = 24 * 60 * 60;

/** Mail through the binding; the key of a mail goes with it, so that a second try of it can be known as one. */
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
      // What the binding takes leaves the machine, or, locally, is not to be read again: the mailbox needs a copy.
      if (__LOCAL_BUILD__) {
        const mail = JSON.stringify({ to, subject, text, html, headers, sent_at: Date.now() });
        await env.FORMS.put(`local-mail/${to.toLowerCase()}/${key}`, mail, { expirationTtl: KEPT_SECONDS });
      }
    },
  };
}
