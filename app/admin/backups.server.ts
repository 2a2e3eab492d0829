import { count, desc, eq, min, sql } from "drizzle-orm";
import { type BackupState, countBackups, troubledBackups } from "~/accounts/backups/queries.server";
import { backups, backupsDue } from "~/accounts/backups/table.server";
import { type Asked, turnAwayEnded } from "~/accounts/guard.server";
import { retryBackup } from "~/backups/retry.server";
import type { Database } from "~/db/database.server";
import { longDate, ukDate } from "~/time/dates";
import { momentWords } from "~/time/moment-words";
import { adminLine } from "./acts.server";

const MOST_SHOWN = 100;
/** Days that the table of days shows. */
const DAYS = 35;

/** What stands how, in one batch: what failed first, and the days that there are backups of. */
export async function backupPage({ db, now }: Asked) {
  const [counts, troubled, days, [due]] = await db.batch([
    countBackups(db),
    troubledBackups(db, MOST_SHOWN),
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
    db.select({ n: count(), since: min(backupsDue.changed_at) }).from(backupsDue),
  ]);
  return {
    ...byState(counts),
    due: due?.n ?? 0,
    dueSince: due?.since ? momentWords(due.since, now) : null,
    list: troubled.map(({ unique_ref, user_ref, username, day, attempts, state, due_at }) => ({
      ref: unique_ref,
      user: { ref: user_ref, name: username },
      day: longDate(day),
      attempts,
      again: state === "waiting" ? momentWords(due_at, now) : null,
    })),
    days: days.map(({ day, bytes, ...numbers }) => ({ ...numbers, day: ukDate(day), size: sizeWords(bytes) })),
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

/** `1.2 MB`, of at least `0.1 MB` where there is anything. */
function sizeWords(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return `${bytes === 0 ? "0" : Math.max(0.1, megabytes).toFixed(1)} MB`;
}

/** Has a backup tried again that failed. @returns false when there is none of this reference, or it failed no more. */
export async function retryFailedBackup(asked: Asked, request: Request, backupRef: string): Promise<boolean> {
  const { db, jobs } = asked;
  const failed = await failedBackup(db, backupRef);
  if (!failed) return false;
  const line = adminLine(asked, "admin-backup-asked", { about: failed.user_ref, detail: `of ${longDate(failed.day)}` });
  await db.batch([line, retryBackup(asked, backupRef)]).catch(turnAwayEnded(request));
  jobs.nudge({ kind: "back-up-user", ref: backupRef });
  return true;
}

async function failedBackup(db: Database, ref: string) {
  const [row] = await db
    .select({ user_ref: backups.user_ref, day: backups.day, state: backups.state })
    .from(backups)
    .where(eq(backups.unique_ref, ref));
  return row?.state === "failed" ? row : null;
}
