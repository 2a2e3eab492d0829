import { and, asc, eq, lte } from "drizzle-orm";
import { data } from "react-router";
import type { RequestContext } from "~/account/guard.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { DAY_MS } from "~/platform/time/durations";
import { formatMoment } from "~/platform/time/instants";
import type { KeptEntry } from "./entry";
import { entryPlace, noSignalEntries } from "./table.server";

/** For so long it is known that an entry was saved, should a device that was never answered send it again. */
const SAVED_KNOWN_MS = 90 * DAY_MS;

type By = Pick<RequestContext, "db" | "user" | "cipher">;

/** Query: what a user typed without signal and was refused, oldest first. For a page's batch. */
export function keptEntriesOf(db: Database, userRef: string) {
  return db
    .select({ unique_ref: noSignalEntries.unique_ref, entry_encrypted: noSignalEntries.entry_encrypted })
    .from(noSignalEntries)
    .where(and(eq(noSignalEntries.user_ref, userRef), eq(noSignalEntries.outcome, "kept")))
    .orderBy(asc(noSignalEntries.created_at));
}

type KeptRow = Awaited<ReturnType<typeof keptEntriesOf>>[number];

/** A line about an entry that waits to be corrected. */
export interface KeptLine {
  ref: string;
  label: string;
  why: string;
  typed: string;
}

export function keptLines(
  { cipher, now }: Pick<RequestContext, "cipher" | "now">,
  rows: readonly KeptRow[],
): Promise<KeptLine[]> {
  return Promise.all(
    rows.map(async (row) => {
      const { label, why, typed_at } = await openKept(cipher, row);
      return { ref: row.unique_ref, label: label || "Without a name", why, typed: typedAt(typed_at, now) };
    }),
  );
}

/** A device's clock may be wrong: nothing was typed later than now. */
export function typedAt(at: number, now: number): string {
  return formatMoment(Math.min(at, now), now);
}

async function openKept(cipher: Cipher, { unique_ref, entry_encrypted }: KeptRow): Promise<KeptEntry> {
  return JSON.parse(await cipher.decrypt(entryPlace(unique_ref), entry_encrypted)) as KeptEntry;
}

/** @throws 404 for one that is done, or another user's */
export async function requireKept({ db, user, cipher }: By, ref: string): Promise<KeptEntry> {
  const [row] = await keptEntriesOf(db, user.unique_ref).then((rows) =>
    rows.filter(({ unique_ref }) => unique_ref === ref),
  );
  if (!row) throw data(null, { status: 404 });
  return openKept(cipher, row);
}

/** An entry is done: saved from its form, or discarded. It is known from now on, so that it never comes again. */
export async function finishKept({ db, user }: Pick<By, "db" | "user">, ref: string): Promise<void> {
  await db.update(noSignalEntries).set({ outcome: "saved", entry_encrypted: null }).where(ofUser(user.unique_ref, ref));
}

/** An entry goes on as another form. */
export async function changeKept({ db, user, cipher }: By, ref: string, kept: KeptEntry): Promise<void> {
  const entry_encrypted = await cipher.encrypt(entryPlace(ref), JSON.stringify(kept));
  await db.update(noSignalEntries).set({ entry_encrypted }).where(ofUser(user.unique_ref, ref));
}

function ofUser(userRef: string, ref: string) {
  const { user_ref, unique_ref, outcome } = noSignalEntries;
  return and(eq(user_ref, userRef), eq(unique_ref, ref), eq(outcome, "kept"));
}

/** For the cron: forgets what was saved long ago. */
export async function dropOldEntries(db: Database, now: number): Promise<void> {
  const { outcome, created_at } = noSignalEntries;
  await db.delete(noSignalEntries).where(and(eq(outcome, "saved"), lte(created_at, now - SAVED_KNOWN_MS)));
}
