import type { BatchResponse } from "drizzle-orm/batch";
import { elementsBetween, plansBetween, timesBetween, valuedPlans } from "~/planning/job-plans/valued-plans.server";
import { localPublicHolidaysOf } from "~/planning/public-holidays/queries.server";
import type { Database } from "~/platform/db/database.server";
import { FIRST_YEAR, LAST_YEAR } from "~/platform/time/dates";
import type { WorthBasis } from "./worth";

/** The statements that read what a leave form calculates its worth from, for any dates; for its page's batch. */
export function worthQueries(db: Database, userId: number) {
  const [from, to] = [`${FIRST_YEAR}-01-01`, `${LAST_YEAR}-12-31`];
  return [
    plansBetween(db, userId, from, to),
    elementsBetween(db, userId, from, to),
    timesBetween(db, userId, from, to),
    localPublicHolidaysOf(db, userId),
  ] as const;
}

/** Keeps of each plan only what the page needs. */
export function worthBasisOf([plans, elements, times, local]: Readonly<
  BatchResponse<ReturnType<typeof worthQueries>>
>): WorthBasis {
  return {
    plans: valuedPlans(plans, elements, times).map((plan) => {
      const { unique_ref, date_start, date_end, week, fixed_times, untimed } = plan;
      const { bank_holiday_region } = plan.pa_rules;
      return { unique_ref, date_start, date_end, week, fixed_times, untimed, pa_rules: { bank_holiday_region } };
    }),
    local: local.map(({ day, is_added }) => ({ day, is_added })),
  };
}
