import { eq } from "drizzle-orm";
import { REAUTHENTICATION_HOLDS_MS } from "~/account/guard.server";
import { logins } from "~/account/table.server";
import type { Database } from "~/platform/db/database.server";

/** Ends the time of a login, as two hours without use would. */
export async function expireLogin(db: Database, loginRef: string, now: number): Promise<void> {
  await db.update(logins).set({ expires_at: now }).where(eq(logins.unique_ref, loginRef));
}

/** Makes the last proof too old for what asks for a fresh one. */
export async function expireReauthentication(db: Database, loginRef: string, now: number): Promise<void> {
  const reauthenticated_at = now - REAUTHENTICATION_HOLDS_MS;
  await db.update(logins).set({ reauthenticated_at }).where(eq(logins.unique_ref, loginRef));
}
