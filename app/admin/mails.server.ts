import { and, count, desc, eq, isNotNull, sql } from "drizzle-orm";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import { users } from "~/account/table.server";
import { isRetryable, retryMails } from "~/mail/dead-jobs.server";
import { isWaiting } from "~/mail/deliver.server";
import { outbox } from "~/mail/table.server";
import type { Database } from "~/platform/db/database.server";
import { formatMoment } from "~/platform/time/instants";
import { adminLine } from "./audit.server";
import { formatMail } from "./format";

const MAX_SHOWN = 100;

/**
 * Statements: number of mails that were given up and of those that can be tried again; number of waiting mails. For a
 * batch.
 */
export function countMails(db: Database, now: number) {
  return [
    db
      .select({
        failed: count(),
        retryable: sql<number>`coalesce(sum(CASE WHEN ${isRetryable(now)} THEN 1 ELSE 0 END), 0)`,
      })
      .from(outbox)
      .where(isNotNull(outbox.failed_at)),
    db
      .select({ n: count(), since: sql<number | null>`min(${outbox.due_at})` })
      .from(outbox)
      .where(isWaiting),
  ] as const;
}

/** Loader data of the page of mails, in one batch: mails that were not sent, and how many wait. */
export async function mailPage({ db, now }: RequestContext) {
  const [[counted], [waiting], rows] = await db.batch([
    ...countMails(db, now),
    db
      .select({
        ref: outbox.unique_ref,
        kind: outbox.kind,
        recipient: outbox.recipient,
        attempts: outbox.attempts,
        failed_at: sql<number>`${outbox.failed_at}`.as("failed"),
        retryable: sql<number>`${isRetryable(now)}`.as("retryable"),
        user_ref: outbox.user_ref,
        username: sql<string | null>`${users.username}`.as("of_user"),
      })
      .from(outbox)
      .leftJoin(users, eq(users.unique_ref, outbox.user_ref))
      .where(isNotNull(outbox.failed_at))
      .orderBy(desc(outbox.failed_at))
      .limit(MAX_SHOWN),
  ]);
  return {
    failed: counted?.failed ?? 0,
    retryable: counted?.retryable ?? 0,
    waiting: waiting?.n ?? 0,
    since: waiting?.since ? formatMoment(waiting.since, now) : null,
    mails: rows.map(({ kind, failed_at, retryable, user_ref, username, ...row }) => ({
      ...row,
      what: formatMail(kind),
      failed: formatMoment(failed_at, now),
      retryable: retryable === 1,
      user: username === null ? null : { ref: user_ref, name: username },
    })),
  };
}

export type MailPage = Awaited<ReturnType<typeof mailPage>>;

/**
 * Has mails that were given up sent again.
 * @param mail reference of one of them, or "all"
 * @returns how many there were
 */
export async function retryFailed(context: RequestContext, request: Request, mail: string): Promise<number> {
  const { db, jobs, now } = context;
  const ref = mail === "all" ? undefined : mail;
  const which = ref === undefined ? undefined : eq(outbox.unique_ref, ref);
  const found = await db
    .select({ ref: outbox.unique_ref, kind: outbox.kind, user_ref: outbox.user_ref })
    .from(outbox)
    .where(and(isRetryable(now), which));
  const [first] = found;
  if (!first) return 0;
  const told = ref === undefined ? { detail: `${found.length} mails` } : aboutOne(first);
  await db
    .batch([...adminLine(context, "admin-mail-retried", told), ...retryMails(db, now, which)])
    .catch(rejectEndedLogin(request));
  // The cron finds the others, a hundred a minute.
  for (const each of found.slice(0, MAX_SHOWN)) jobs.nudge({ kind: "send-mail", ref: each.ref });
  return found.length;
}

function aboutOne({ kind, user_ref }: { kind: string; user_ref: string }) {
  return { about: user_ref, detail: formatMail(kind) };
}
