import { eq, sql } from "drizzle-orm";
import { users } from "~/account/table.server";
import type { Actor } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { rotaFeeds } from "./table.server";

/** Query for a page's batch: the number of changes that the rota at the user's address proposes; no row without one. */
export function rotaChangesOf(db: Database, userRef: string) {
  return db.select({ changes: rotaFeeds.changes }).from(rotaFeeds).where(eq(rotaFeeds.user_ref, userRef));
}

/** Statement for the batch of an import: what the rota proposed is done, or was left. The next reading counts anew. */
export function rotaIsLookedAt({ db, userId }: Pick<Actor, "db" | "userId">) {
  const own = db.select({ ref: users.unique_ref }).from(users).where(eq(users.id, userId));
  return db.update(rotaFeeds).set({ changes: 0 }).where(sql`${rotaFeeds.user_ref} = ${own}`);
}
