import { and, eq, exists } from "drizzle-orm";
import { isNewestOfUser, retryBackup } from "~/account/backups/queries.server";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import { backups } from "~/account/table.server";
import { isRetryable, retryDeadJob, retryMails } from "~/mail/dead-jobs.server";
import { outbox } from "~/mail/table.server";
import { assertThat, isStale, STALE } from "~/platform/db/assertions.server";
import { ownValue } from "~/platform/http/own-value";
import { formatCounted } from "~/platform/time/counted";
import { longDate } from "~/platform/time/dates";
import { adminLine } from "./audit.server";
import { formatJob, formatMail } from "./format";
import { MAX_SHOWN } from "./jobs.server";

/** @returns how many of the reference were there to be tried again */
type Retry = (context: RequestContext, request: Request, ref: string) => Promise<number>;

const RETRIES: Record<string, Retry> = { job: retryJob, mail: retryMail, backup: retryFailedBackup };

/**
 * Has what failed tried again, with its audit line.
 * @param retry see `Failure`; `mail/all` is each mail that can be sent
 * @returns what was queued, in words; null when there was nothing to retry
 * @throws Response to /login/ when the login that asks was ended meanwhile
 */
export async function retryFailed(context: RequestContext, request: Request, retry: string): Promise<string | null> {
  const [kind = "", ref = ""] = retry.split("/");
  const n = (await ownValue(RETRIES, kind)?.(context, request, ref)) ?? 0;
  return n === 0 ? null : formatCounted(n, kind);
}

async function retryJob(context: RequestContext, request: Request, ref: string): Promise<number> {
  const line = ({ kind }: { kind: string }) => adminLine(context, "admin-job-retried", { detail: formatJob(kind) });
  return Number(await retryDeadJob(context, ref, line).catch(rejectEndedLogin(request)));
}

async function retryMail(context: RequestContext, request: Request, ref: string): Promise<number> {
  const { db, jobs, now } = context;
  const which = ref === "all" ? undefined : eq(outbox.unique_ref, ref);
  const found = await db
    .select({ ref: outbox.unique_ref, kind: outbox.kind, user_ref: outbox.user_ref })
    .from(outbox)
    .where(and(isRetryable(now), which));
  const [first] = found;
  if (!first) return 0;
  const { kind, user_ref: about } = first;
  const told = which ? { about, detail: formatMail(kind) } : { detail: formatCounted(found.length, "mail") };
  await db
    .batch([...adminLine(context, "admin-mail-retried", told), ...retryMails(db, now, which)])
    .catch(rejectEndedLogin(request));
  // The cron finds the others, a hundred a minute.
  for (const each of found.slice(0, MAX_SHOWN)) jobs.nudge({ kind: "send-mail", ref: each.ref });
  return found.length;
}

/** None that did not fail, and none that a newer one of its user has replaced. */
async function retryFailedBackup(context: RequestContext, request: Request, ref: string): Promise<number> {
  const { db, jobs } = context;
  const isFailed = and(eq(backups.unique_ref, ref), eq(backups.state, "failed"), isNewestOfUser());
  const failedOnes = db.select({ day: backups.day, about: backups.user_ref }).from(backups).where(isFailed);
  const [failed] = await failedOnes;
  if (!failed) return 0;
  const { about, day } = failed;
  try {
    await db.batch([
      // It may have been tried again meanwhile, or a newer one exist.
      assertThat(db, [STALE, exists(failedOnes)]),
      ...adminLine(context, "admin-backup-asked", { about, detail: `of ${longDate(day)}` }),
      retryBackup(context, ref),
    ]);
  } catch (error) {
    if (isStale(error)) return 0;
    return rejectEndedLogin(request)(error);
  }
  jobs.nudge({ kind: "back-up-user", ref });
  return 1;
}
