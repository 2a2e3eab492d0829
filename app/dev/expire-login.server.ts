import { eq } from "drizzle-orm";
import { logins } from "~/accounts/table.server";
import type { Database } from "~/db/database.server";

/** Ends the time of a login, as two hours without use would. */
export async function expireLogin(db: Database, loginRef: string, now: number): Promise<void> {
  await db.update(logins).set({ expires_at: now }).where(eq(logins.unique_ref, loginRef));
}
