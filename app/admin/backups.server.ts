import { and, count, desc, eq, exists, min, sql } from "drizzle-orm";
import {
  type BackupState,
  countBackups,
  failingBackups,
  isNewestOfUser,
  retryBackup,
} from "~/account/backups/queries.server";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import { backups, users } from "~/account/table.server";
import { assertThat, isStale, STALE } from "~/platform/db/assertions.server";
import { longDate, ukDate } from "~/platform/time/dates";
import { formatMoment } from "~/platform/time/instants";
import { adminLine } from "./audit.server";

const MAX_SHOWN = 100;
/** Number of days that the table shows. */
const DAYS = 35;

/**
 * Loader data of the page of backups, in one batch: counts by state, backups that failed or are tried again, and the
 * totals of each day.
 */
export async function backupPage({ db, now }: RequestContext) {
  const [counts, troubled, days, [due]] = await db.batch([
    countBackups(db),
    failingBackups(db, MAX_SHOWN),
    db
      .select({
        day: backups.day,
        made: isIn("made").as("made"),
        waiting: isIn("waiting").as("waiting"),
        failed: isIn("failed").as("failed"),
        bytes: sql<number>`coalesce(sum(${backups.bytes}), 0)`.as("all_bytes"),
      })
      .from(backups)
      .groupBy(backups.day)
      .orderBy(desc(backups.day))
      .limit(DAYS),
    db.select({ n: count(users.changed_at), since: min(users.changed_at) }).from(users),
  ]);
  return {
    ...byState(counts),
    due: due?.n ?? 0,
    dueSince: due?.since ? formatMoment(due.since, now) : null,
    list: troubled.map(({ unique_ref, user_ref, username, day, attempts, state, due_at }) => ({
      ref: unique_ref,
      user: { ref: user_ref, name: username },
      day: longDate(day),
      attempts,
      again: state === "waiting" ? formatMoment(due_at, now) : null,
    })),
    days: days.map(({ day, bytes, ...numbers }) => ({ ...numbers, day: ukDate(day), size: formatSize(bytes) })),
  };
}

export type BackupPage = Awaited<ReturnType<typeof backupPage>>;

function isIn(state: BackupState) {
  return sql<number>`sum(${eq(backups.state, state)})`;
}

export function byState(counts: readonly { state: BackupState; n: number }[]): Record<BackupState, number> {
  const of = (state: BackupState) => counts.find((each) => each.state === state)?.n ?? 0;
  return { made: of("made"), waiting: of("waiting"), failed: of("failed") };
}

/** `1.2 MB`; at least `0.1 MB` unless it is nothing. */
function formatSize(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return `${bytes === 0 ? "0" : Math.max(0.1, megabytes).toFixed(1)} MB`;
}

/**
 * Has a failed backup tried again.
 * @returns false when no backup of this reference can be: it did not fail, or a newer one of its user replaced it
 * @throws Response to /login/ when the login that asks was ended meanwhile
 */
export async function retryFailedBackup(
  context: RequestContext,
  request: Request,
  backupRef: string,
): Promise<boolean> {
  const { db, jobs } = context;
  const failedOnes = db
    .select({ day: backups.day, about: backups.user_ref })
    .from(backups)
    .where(and(eq(backups.unique_ref, backupRef), isFailed()));
  const [failed] = await failedOnes;
  if (!failed) return false;
  const { about, day } = failed;
  try {
    await db.batch([
      // It may have been tried again meanwhile, or a newer one exist.
      assertThat(db, [STALE, exists(failedOnes)]),
      ...adminLine(context, "admin-backup-asked", { about, detail: `of ${longDate(day)}` }),
      retryBackup(context, backupRef),
    ]);
  } catch (error) {
    if (isStale(error)) return false;
    return rejectEndedLogin(request)(error);
  }
  jobs.nudge({ kind: "back-up-user", ref: backupRef });
  return true;
}

function isFailed() {
  return and(eq(backups.state, "failed"), isNewestOfUser());
}
