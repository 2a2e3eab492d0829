import { asc, eq } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { localBankDays } from "./table.server";

/** Bank holidays of a user's own, first to last. For a page's batch. */
export function localBankDaysOf(db: Database, userId: number) {
  return db
    .select({
      unique_ref: localBankDays.unique_ref,
      day: localBankDays.day,
      is_off: localBankDays.is_off,
      called: localBankDays.called,
    })
    .from(localBankDays)
    .where(eq(localBankDays.user_id, userId))
    .orderBy(asc(localBankDays.day));
}
