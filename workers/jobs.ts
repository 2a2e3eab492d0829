import { lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import { dropOldCodes } from "~/account/codes.server";
import { forgetUser } from "~/account/deletion/delete-account.server";
import { dropOldAddresses, reviveVerification } from "~/account/email/verifications.server";
import { dropOldLogins } from "~/account/login/log-out.server";
import { lookUpReset, sweepResets } from "~/account/passwords/reset-look-up.server";
import { backUpUser } from "~/backups/back-up-user.server";
import { checkStore } from "~/backups/check-store.server";
import { dropOldBackups, planBackups, sweepBackups } from "~/backups/daily.server";
import { dropOldStagedImports } from "~/data/backup-import/stage.server";
import { deleteAccountRows } from "~/data/deletion.server";
import { dropOldEntries } from "~/diary/no-signal/kept.server";
import { mailWaiting } from "~/diary/no-signal/mail-waiting.server";
import { mailRoundUp, sweepRoundUps } from "~/diary/round-up/mail.server";
import { dropOldChanges } from "~/diary/undo/drop-old-changes.server";
import { readRotaAgain, sweepRotaFeeds } from "~/import/rota/feed/read-rota.server";
import { wipeOldImports } from "~/import/stage/clear.server";
import { isOfVerification } from "~/mail/contents";
import { dropOldMails, sendMail, sweepMails } from "~/mail/deliver.server";
import { reviveMails } from "~/mail/revive.server";
import type { JobContext } from "~/platform/context";
import { JOB_KINDS, type Job, RetryLaterError } from "~/platform/context";
import { isDailyDue, lastRun, runBegan, runEnded } from "~/platform/db/cron-runs.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { dropOldCounters } from "~/platform/db/rate-counters.server";
import { logError } from "~/platform/http/log";
import { isDeadLetterQueue, recordDeadLetter, recordDeadLetters } from "./dead-letters";

/** The daily one of wrangler.toml's crons; the other runs each minute. */
export const DAILY = "0 3 * * *";
/** Life of an idempotency key: a form that is sent again later counts as a new one. */
const KEYS_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Seconds before the second, third and fourth delivery of a message, unless the job sets its own delay. */
const RETRY_SECONDS = [5, 30, 120] as const;

const jobMessage = z.object({ kind: z.enum(JOB_KINDS), ref: z.string().max(100) });

/** The function for each kind of job. All of them may run twice. */
const JOB_HANDLERS: Partial<Record<Job["kind"], (app: JobContext, ref: string) => Promise<void>>> = {
  "send-mail": async (app, ref) => {
    const sent = await sendMail(app, ref);
    if (sent && isOfVerification(sent.kind)) await reviveVerification(app.db, sent.causeRef, app.now);
  },
  "look-up-reset": lookUpReset,
  "forget-user": (app, ref) => forgetUser(app, ref, deleteAccountRows(app.db, ref)),
  "back-up-user": backUpUser,
  "mail-round-up": mailRoundUp,
  "check-store": checkStore,
  "read-rota": readRotaAgain,
};

type Sweep = (app: JobContext) => Promise<void>;

/** The sweeps of each minute: they do what lost messages left undone, and end what has expired. */
const SWEEPS: Sweep[] = [
  reviveMails,
  sweepMails,
  sweepBackups,
  sweepRoundUps,
  sweepRotaFeeds,
  sweepResets,
  ({ db, now }) => dropOldCodes(db, now),
  ({ db, now }) => dropOldLogins(db, now),
  ({ db, now }) => dropOldCounters(db, now),
  ({ db, now }) => dropOldMails(db, now),
  ({ db, now }) => dropOldChanges(db, now),
  ({ db, now }) => wipeOldImports(db, now),
  ({ db, now }) => dropOldStagedImports(db, now),
];

const DAILY_SWEEPS: Sweep[] = [
  planBackups,
  ({ jobs }) => jobs.send({ kind: "check-store", ref: "" }),
  dropOldBackups,
  dropOldKeys,
  mailWaiting,
  ({ db, now }) => dropOldEntries(db, now),
  ({ db, now }) => dropOldAddresses(db, now),
];

/**
 * Runs the jobs of a batch, each separately: a failure does not redeliver the other messages.
 * @param clock gives each message's job its time, since mails before it may have taken long
 */
export async function runJobs(batch: MessageBatch, app: JobContext, clock = () => app.now): Promise<void> {
  if (isDeadLetterQueue(batch.queue)) return recordDeadLetters(batch, app);
  for (const message of batch.messages) {
    try {
      await runJob({ ...app, now: clock() }, message);
      message.ack();
    } catch (error) {
      logError(error);
      message.retry({ delaySeconds: delayAfter(error, message.attempts) });
    }
  }
}

/**
 * Runs the job of a message. A message that is not a known job is recorded at once: a new delivery would not change it.
 */
async function runJob(app: JobContext, message: Message): Promise<void> {
  const { success, data: job } = jobMessage.safeParse(message.body);
  const run = success ? JOB_HANDLERS[job.kind] : undefined;
  if (success && run) await run(app, job.ref);
  else await recordDeadLetter(app, message);
}

function delayAfter(error: unknown, attempts: number): number {
  if (error instanceof RetryLaterError) return error.delaySeconds;
  return RETRY_SECONDS[attempts - 1] ?? RETRY_SECONDS[2];
}

/**
 * Runs the sweeps of each minute, and the daily ones if they failed or were never begun: a night that was not planned
 * would else go without backups. A second run changes nothing more.
 */
export async function runEveryMinute(app: JobContext, clock = () => app.now): Promise<void> {
  const repeatDaily = async () => {
    const [daily] = await lastRun(app.db, "daily");
    if (isDailyDue(daily, app.now)) await runDailyJobs(app, clock);
  };
  await runSweeps("minute", [...SWEEPS, repeatDaily], app, clock);
}

/** Runs the daily sweeps; as `runEveryMinute`. */
export async function runDailyJobs(app: JobContext, clock = () => app.now): Promise<void> {
  await runSweeps("daily", DAILY_SWEEPS, app, clock);
}

/** Runs sweeps, each separately: a failure does not stop the others, nor does one to record the run. */
async function runSweeps(name: string, sweeps: readonly Sweep[], app: JobContext, clock: () => number): Promise<void> {
  const failures = { n: 0 };
  const note = (error: unknown) => {
    failures.n += 1;
    logError(error);
  };
  await runBegan(app.db, name, app.now).catch(note);
  for (const sweep of sweeps) await sweep(app).catch(note);
  await runEnded(app.db, name, clock(), failures.n > 0)
    .run()
    .catch(note);
}

async function dropOldKeys({ db, now }: JobContext): Promise<void> {
  // Also keys of an account that was deleted while one of its forms was being saved: no foreign key refuses them.
  const isNobodys = sql`${idempotencyKeys.user_id} <> 0 AND ${idempotencyKeys.user_id} NOT IN (SELECT id FROM users)`;
  const isOld = lte(idempotencyKeys.created_at, now - KEYS_KEPT_MS);
  await db.delete(idempotencyKeys).where(or(isOld, isNobodys));
}
