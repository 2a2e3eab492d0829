import { eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import { logins, movedLogins } from "../table.server";

/** Whose login a token was that a move to another region has ended. */
export async function findMovedLogin(db: Database, token: string): Promise<{ user_ref: string } | null> {
  const [moved] = await db
    .select({ user_ref: movedLogins.user_ref })
    .from(movedLogins)
    .where(eq(movedLogins.token_hash, await hashOf(token)));
  return moved ?? null;
}

/** Statement for the batch that removes a user who was moved: keeps whose their logins were. */
export function keepMovedLogins(db: Database, userRef: string, now: number) {
  return db
    .insert(movedLogins)
    .select(
      sql`SELECT ${logins.token_hash}, ${logins.user_ref}, ${now} FROM ${logins} WHERE ${logins.user_ref} = ${userRef}`,
    )
    .onConflictDoNothing();
}
