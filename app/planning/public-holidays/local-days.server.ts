import { asc, eq } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { localPublicHolidays } from "./table.server";

/** Bank holidays of a user's own, first to last. For a page's batch. */
export function localPublicHolidaysOf(db: Database, userId: number) {
  return db
    .select({
      unique_ref: localPublicHolidays.unique_ref,
      day: localPublicHolidays.day,
      is_off: localPublicHolidays.is_off,
      name: localPublicHolidays.name,
    })
    .from(localPublicHolidays)
    .where(eq(localPublicHolidays.user_id, userId))
    .orderBy(asc(localPublicHolidays.day));
}
