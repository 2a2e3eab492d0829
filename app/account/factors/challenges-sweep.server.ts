import { lte } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { challenges } from "./table.server";

/** For the cron: what was handed out and not given back in time. */
export async function dropOldChallenges(db: Database, now: number): Promise<void> {
  await db.delete(challenges).where(lte(challenges.expires_at, now));
}
