import { lte } from "drizzle-orm";
import { z } from "zod";
import { forgetUser } from "~/accounts/forget-user.server";
import { dropOldLogins } from "~/accounts/logins.server";
import { idempotencyKeys } from "~/db/idempotency.server";
import { dropOldCounters } from "~/db/rate-counters.server";
import { logError } from "~/http/error-log";
import { JOB_KINDS, type Job, type JobWorld } from "~/http/jobs";
import { deleteDiary } from "~/reports/whole-diary.server";
import { BANK_HOLIDAYS_KNOWN_TO, bankHolidaysRunOut } from "~/time/bank-holidays";
import { londonToday } from "~/time/london";

/** The one of wrangler.toml's crons that runs daily; the other runs each minute. */
export const DAILY = "0 3 * * *";
/** A form sent again after this long is taken as a new one. */
const KEYS_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

const jobMessage = z.object({ kind: z.enum(JOB_KINDS), ref: z.string().max(100) });

/** From what the queue carries to the function of the slice that does it. All of them may run twice. */
const RUN: Partial<Record<Job["kind"], (world: JobWorld, ref: string) => Promise<void>>> = {
  "forget-user": (world, ref) => forgetUser(world, ref, deleteDiary(world.db, ref)),
};

/** Each message by itself: one that fails does not bring the others back. */
export async function runJobs(batch: MessageBatch, world: JobWorld): Promise<void> {
  for (const message of batch.messages) {
    try {
      const { kind, ref } = jobMessage.parse(message.body);
      await RUN[kind]?.(world, ref);
      message.ack();
    } catch (error) {
      logError(error);
      message.retry();
    }
  }
}

/** Finds what a lost message left behind, and ends what has run out. Twice changes nothing more. */
export async function runEveryMinute({ db, now }: JobWorld): Promise<void> {
  await dropOldLogins(db, now);
  await dropOldCounters(db, now);
}

/** Twice changes nothing more. */
export async function runDailyJobs({ db, now }: JobWorld): Promise<void> {
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.created_at, now - KEYS_KEPT_MS));
  if (bankHolidaysRunOut(londonToday(now))) {
    console.warn(JSON.stringify({ kind: "bank-holidays-run-out", known_to: BANK_HOLIDAYS_KNOWN_TO }));
  }
}
