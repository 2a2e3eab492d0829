import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { ADMIN_LEVEL } from "~/account/levels";
import { moves } from "~/account/moves/table.server";
import { users } from "~/account/table.server";
import type { Database } from "~/platform/db/database.server";

/**
 * Statement: asks for the move of a user, if they may be moved and are not on their way. An administrator may not: what
 * they may do belongs to their region.
 * @param to code of the region
 */
export function askForMove(db: Database, userRef: string, to: string, now: number) {
  const who = db
    .select({ ref: users.unique_ref })
    .from(users)
    .where(and(eq(users.unique_ref, userRef), ne(users.level, ADMIN_LEVEL)));
  return db
    .insert(moves)
    .select(sql`SELECT ${userRef}, 'asked', ${to}, 0, '', NULL, 0, '', ${now} WHERE EXISTS ${who}`)
    .onConflictDoUpdate({
      target: moves.user_ref,
      set: { state: "asked", other: to, reason: "", asked_at: now },
      setWhere: inArray(moves.state, ["asked", "stopped"]),
    });
}
