import { count, eq } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { localBankDays } from "./bank-days/table.server";
import { elementSchedule, jobPlanElements, jobPlans } from "./table.server";

/** For the end of an account: after the statements of sessions. */
export function deleteAllPlans(db: Database, userRef: string) {
  return [
    db.delete(elementSchedule).where(eq(elementSchedule.user_ref, userRef)),
    db.delete(jobPlanElements).where(eq(jobPlanElements.user_ref, userRef)),
    db.delete(jobPlans).where(eq(jobPlans.user_ref, userRef)),
    db.delete(localBankDays).where(eq(localBankDays.user_ref, userRef)),
  ] as const;
}

export function countAllPlans(db: Database, userRef: string) {
  return db.select({ n: count() }).from(jobPlans).where(eq(jobPlans.user_ref, userRef));
}
