import { lte } from "drizzle-orm";
import { dropOldLogins } from "~/accounts/logins.server";
import type { Database } from "~/db/database.server";
import { idempotencyKeys } from "~/db/idempotency.server";
import { BANK_HOLIDAYS_KNOWN_TO, bankHolidaysRunOut } from "~/time/bank-holidays";
import { londonToday } from "~/time/london";

/** A form sent again after this long is taken as a new one. */
const KEYS_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** What the cron does. Running it twice changes nothing more. */
export async function runDailyJobs(db: Database, now: number): Promise<void> {
  await dropOldLogins(db, now);
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.created_at, now - KEYS_KEPT_MS));
  if (bankHolidaysRunOut(londonToday(now))) {
    console.warn(JSON.stringify({ kind: "bank-holidays-run-out", known_to: BANK_HOLIDAYS_KNOWN_TO }));
  }
}
