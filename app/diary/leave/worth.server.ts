import type { BatchResponse } from "drizzle-orm/batch";
import { elementsBetween, plansBetween, timesBetween, valuedPlans } from "~/planning/job-plans/valued-plans.server";
import { localPublicHolidaysOf } from "~/planning/public-holidays/queries.server";
import type { Database } from "~/platform/db/database.server";
import { FIRST_YEAR, LAST_YEAR } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { type DayValues, dayValuesOf } from "./day-values";
import type { WorthBasis } from "./worth";

/**
 * The statements that read what the worth of leave is calculated from, for dates from `from` to `to`, by default any;
 * for a page's batch.
 */
export function worthQueries(
  db: Database,
  userId: number,
  { bottom: from, last: to }: { bottom: LondonDate; last: LondonDate } = ANY_DATES,
) {
  return [
    plansBetween(db, userId, from, to),
    elementsBetween(db, userId, from, to),
    timesBetween(db, userId, from, to),
    localPublicHolidaysOf(db, userId),
  ] as const;
}

const ANY_DATES = { bottom: `${FIRST_YEAR}-01-01`, last: `${LAST_YEAR}-12-31` };

type WorthRows = Readonly<BatchResponse<ReturnType<typeof worthQueries>>>;

/** Keeps of each plan only what the page needs. */
export function worthBasisOf([plans, elements, times, local]: WorthRows): WorthBasis {
  return {
    plans: valuedPlans(plans, elements, times).map((plan) => {
      const { unique_ref, date_start, date_end, week, fixed_times, untimed } = plan;
      const { bank_holiday_region } = plan.pa_rules;
      return { unique_ref, date_start, date_end, week, fixed_times, untimed, pa_rules: { bank_holiday_region } };
    }),
    local: local.map(({ day, is_added }) => ({ day, is_added })),
  };
}

/** The values of a page's days, from the same results. */
export function dayValuesOfRows([plans, elements, times, local]: WorthRows): DayValues {
  return dayValuesOf(valuedPlans(plans, elements, times), local);
}
