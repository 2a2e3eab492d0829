import type { Job, Jobs, Mailer } from "~/platform/context";
import { openVault, type Vault } from "~/platform/crypto/vault.server";
import { logError } from "~/platform/http/log";
import { withTimeLimit } from "~/platform/time-limit";
import { readClock } from "./settings";

/**
 * What crons hand over by the hundred for users who do not wait for it. It goes through a queue of its own, so that no
 * code waits behind a night's backups.
 */
const BULK: ReadonlySet<Job["kind"]> = new Set(["back-up-user", "mail-round-up", "check-store", "read-rota"]);

/**
 * Opens the queues, whose every answer has a limit: neither a cron nor a deletion waits for one that hangs. A message that
 * a queue takes after that may come twice, and every job may run twice.
 */
export function openQueue(env: Env, execution: Pick<ExecutionContext, "waitUntil">, limitMs = QUEUE_LIMIT_MS): Jobs {
  const queueOf = ({ kind }: Job) => (BULK.has(kind) ? env.BULK_JOBS : env.JOBS);
  const send: Jobs["send"] = async (job, delaySeconds = 0) => {
    await withTimeLimit(queueOf(job).send(job, { delaySeconds }), limitMs);
  };
  const sendAll: Jobs["sendAll"] = async (jobs) => {
    for (const queue of new Set(jobs.map(queueOf))) {
      const messages = jobs.filter((job) => queueOf(job) === queue).map((body) => ({ body }));
      await withTimeLimit(queue.sendBatch(messages), limitMs);
    }
  };
  const nudge: Jobs["nudge"] = (job, delaySeconds) => execution.waitUntil(send(job, delaySeconds).catch(logError));
  return { send, sendAll, nudge };
}

declare const __LOCAL_BUILD__: boolean;

/** How long the local mailbox keeps a mail. */
const KEPT_SECONDS = 24 * 60 * 60;

/**
 * How long the mailer, the queues and the store of forms may take. An answer after that is none. The mailer has half the
 * lease of a mail (`app/mail/deliver.server.ts`): what it takes later is sent again.
 */
const MAILER_LIMIT_MS = 30 * 1000;
const QUEUE_LIMIT_MS = 3 * 1000;
const STORE_LIMIT_MS = 3 * 1000;

/**
 * Opens a mailer that sends through the binding. The key of a mail is sent in a header, so that a second try can be
 * recognised: also of one that the binding took after the limit.
 */
export function openMailer(env: Env, limitMs = MAILER_LIMIT_MS): Mailer {
  return { send: (mail) => withTimeLimit(sendByBinding(env, mail), limitMs) };
}

async function sendByBinding(
  env: Env,
  { to, subject, text, html, key, headers = {} }: Parameters<Mailer["send"]>[0],
): Promise<void> {
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
}

/** The store of forms, whose every answer has a limit: neither a page nor a cron waits for one that hangs. */
export function openFormStore({ FORMS }: Pick<Env, "FORMS">, limitMs = STORE_LIMIT_MS): KVNamespace {
  const { get, put, list, delete: drop } = FORMS;
  const limited =
    <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
    (...given: Given) =>
      withTimeLimit(ask.apply(FORMS, given), limitMs);
  const store = { get: limited(get), put: limited(put), list: limited(list), delete: limited(drop) };
  return store as unknown as KVNamespace;
}

/** Whether a queue is the one of that name in this environment: another one than production has its name at the end. */
export function isQueueNamed(queue: string, name: string): boolean {
  return queue === name || queue.startsWith(`${name}-`);
}

/** One for each isolate, so that a user's key is not derived again for each page. */
let vault: Vault | undefined;

/** The vault of the settings. */
export function vaultOf(env: Env): Vault {
  vault ??= openVault(env.VAULT_KEYS, env.VAULT_KEY_ID);
  return vault;
}
