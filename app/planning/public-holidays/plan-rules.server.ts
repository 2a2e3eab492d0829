import { eq, type SQL, sql } from "drizzle-orm";
import type { PaRules } from "~/planning/job-plans/pa-rules";
import { jobPlans } from "~/planning/job-plans/table.server";
import type { Database } from "~/platform/db/database.server";

/**
 * The rules of a plan as its row keeps them, with the user's own bank holidays as they are when the statement runs:
 * whatever a form was opened with, every plan of a user counts the same days.
 */
export function withLocalDays(userId: number, rules: PaRules | SQL): SQL<PaRules> {
  const json = "nation" in rules ? sql`${JSON.stringify(rules)}` : rules;
  const days = (isOff: 0 | 1) => sql`(SELECT json_group_array(day) FROM
    (SELECT day FROM local_public_holidays WHERE user_id = ${userId} AND is_off = ${isOff} ORDER BY day))`;
  return sql`CASE WHEN EXISTS (SELECT 1 FROM local_public_holidays WHERE user_id = ${userId})
    THEN json_set(${json}, '$.local_public_holidays', json_object('added', ${days(1)}, 'removed', ${days(0)}))
    ELSE json_remove(${json}, '$.local_public_holidays') END`;
}

/** The statement that tells every plan of the user's own bank holidays: after what changes them, in its batch. */
export function tellPlans(db: Database, userId: number) {
  return db
    .update(jobPlans)
    .set({ pa_rules: withLocalDays(userId, sql`${jobPlans.pa_rules}`) })
    .where(eq(jobPlans.user_id, userId));
}
