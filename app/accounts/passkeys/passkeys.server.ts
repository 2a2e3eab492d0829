import { and, asc, eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { passkeys } from "../factors-table.server";

const SHOWN = {
  unique_ref: passkeys.unique_ref,
  name: passkeys.name,
  created_at: passkeys.created_at,
  last_used_at: passkeys.last_used_at,
};

/** The passkeys of a user, the oldest first; for a batch. */
export function passkeysOf(db: Database, userRef: string) {
  return db.select(SHOWN).from(passkeys).where(eq(passkeys.user_ref, userRef)).orderBy(asc(passkeys.created_at));
}

/** One passkey, if it is this user's; for a batch. */
export function passkeyOf(db: Database, userRef: string, passkeyRef: string) {
  return db.select(SHOWN).from(passkeys).where(whichIs(userRef, passkeyRef));
}

export async function renamePasskey(db: Database, userRef: string, passkeyRef: string, name: string, now: number) {
  await db.update(passkeys).set({ name, updated_at: now }).where(whichIs(userRef, passkeyRef));
}

/** Statement for the batch that tells of it. */
export function dropPasskey(db: Database, userRef: string, passkeyRef: string) {
  return db.delete(passkeys).where(whichIs(userRef, passkeyRef));
}

function whichIs(userRef: string, passkeyRef: string) {
  return and(eq(passkeys.user_ref, userRef), eq(passkeys.unique_ref, passkeyRef));
}
