import type { StoredInProps } from "./stored-in";

/** The longest that a store to be spoken of refuses to delete a backup; 0 where none does. */
function longestLock({ places, own }: StoredInProps): number {
  return Math.max(...(own ? [own] : places).map(({ lockedDays }) => lockedDays));
}

/** That Daybook itself cannot delete a backup, where a store is locked. */
export function LockedBackups(stored: StoredInProps) {
  const days = longestLock(stored);
  if (days === 0) return null;
  const where = stored.own || stored.places.length === 1 ? "" : " In some places it is less.";
  return (
    <p>
      A backup is locked for up to {days} days: Daybook cannot delete or change it. This protects your diary against
      mistakes and attacks.{where}
    </p>
  );
}

/** What becomes of the backups of an account that is deleted, and of their copies: a cron looks for them each day. */
export function DeletedBackups(stored: StoredInProps) {
  const days = longestLock(stored);
  const copies = stored.copies && " Copies of the backups that are kept elsewhere are deleted within 31 days.";
  if (days === 0) return <>Its backups, calendar feed and unfinished forms are gone within minutes.{copies}</>;
  return (
    <>
      Its calendar feed and unfinished forms are gone within minutes. Its backups are no longer used. Each is deleted as
      soon as that is possible, {days + 1} days after it was made at the latest.{copies}
    </>
  );
}
