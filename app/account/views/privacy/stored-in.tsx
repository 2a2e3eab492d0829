import { Link } from "react-router";
import type { Place } from "~/platform/places";

type Named = Pick<Place, "name" | "isGuaranteed" | "hasCopies" | "lockedDays">;

export interface StoredInProps {
  places: readonly Named[];
  /** The place of the user who reads it; null for a visitor. */
  own: Named | null;
  /** Who keeps copies of the backups elsewhere; empty for nobody. */
  copies: string;
}

/** Where the data are, and whether Cloudflare guarantees it. */
export function StoredIn({ places, own, copies }: StoredInProps) {
  const [only, ...others] = places;
  return (
    <>
      <h2>Where your data is stored</h2>
      {only && others.length === 0 ? <p>{sentenceOf(only)}</p> : <Choice places={places} own={own} />}
      <p>
        Your account and diary are in a database run by Cloudflare (D1). Backups are in the same place, in Cloudflare’s
        file storage (R2).{copies && ` Copies of the backups are kept by ${copies}.`} Pages are made by Cloudflare’s
        servers nearest to you, wherever you are. Pages and emails pass through Cloudflare’s network on their way to
        you.
      </p>
    </>
  );
}

function Choice({ places, own }: Omit<StoredInProps, "copies">) {
  return (
    <>
      <p>You choose one of these places when you create your account:</p>
      <ul>
        {places.map((place) => (
          <li key={place.name}>{sentenceOf(place)}</li>
        ))}
      </ul>
      <p>
        {own ? (
          `Your data is stored in ${own.name}. `
        ) : (
          <>
            <Link to="/mydata/">Your Data</Link> says which one it is.{" "}
          </>
        )}
        To find your account when you log in, Daybook keeps hashes of all usernames and email addresses in one database
        in the European Union, wherever the account is.
      </p>
    </>
  );
}

function sentenceOf({ name, isGuaranteed, hasCopies }: Named): string {
  if (isGuaranteed) return `In ${name}. Cloudflare guarantees that your data stays there.`;
  const copied = hasCopies ? " So that pages open quickly, Cloudflare keeps copies in other parts of the world." : "";
  return `In ${name}. Cloudflare places your data there, but does not guarantee that it stays there.${copied}`;
}

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
