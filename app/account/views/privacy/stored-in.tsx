import type { Site } from "~/platform/context";

export interface StoredInProps extends Pick<Site, "lockedDays"> {
  place: Pick<Site["place"], "name" | "isGuaranteed">;
  /** Who keeps copies of the backups elsewhere; empty for nobody. */
  copies: string;
}

/** Where the data are, and whether Cloudflare guarantees it. */
export function StoredIn({ place, copies }: StoredInProps) {
  return (
    <>
      <h2>Where your data is stored</h2>
      <p>{sentenceOf(place)}</p>
      <p>
        Your account and diary are in a database run by Cloudflare (D1). Backups are in the same place, in Cloudflare’s
        file storage (R2).{copies && ` Copies of the backups are kept by ${copies}.`} Pages are made by Cloudflare’s
        servers nearest to you, wherever you are. Pages and emails pass through Cloudflare’s network on their way to
        you.
      </p>
    </>
  );
}

function sentenceOf({ name, isGuaranteed }: StoredInProps["place"]): string {
  if (isGuaranteed) return `In ${name}. Cloudflare guarantees that your data stays there.`;
  return `In ${name}. Cloudflare places your data there, but does not guarantee that it stays there. So that pages open quickly, Cloudflare keeps copies in other parts of the world.`;
}

/** That Daybook itself cannot delete a backup, where the store is locked. */
export function LockedBackups({ lockedDays }: StoredInProps) {
  if (lockedDays === 0) return null;
  return (
    <p>
      A backup is locked for up to {lockedDays} days: Daybook cannot delete or change it. This protects your diary
      against mistakes and attacks.
    </p>
  );
}

/** What becomes of the backups of an account that is deleted, and of their copies: a cron looks for them each day. */
export function DeletedBackups(stored: StoredInProps) {
  const copies = stored.copies && " Copies of the backups that are kept elsewhere are deleted within 31 days.";
  if (stored.lockedDays === 0)
    return <>Its backups, calendar feed and unfinished forms are gone within minutes.{copies}</>;
  return (
    <>
      Its calendar feed and unfinished forms are gone within minutes. Its backups are no longer used. Each is deleted as
      soon as that is possible, {stored.lockedDays + 1} days after it was made at the latest.{copies}
    </>
  );
}
