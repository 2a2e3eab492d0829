import type { BatchResponse } from "drizzle-orm/batch";
import { elementsBetween, plansBetween, timesBetween, valuedPlans } from "~/planning/job-plans/valued-plans.server";
import { localPublicHolidaysOf } from "~/planning/public-holidays/queries.server";
import type { Database } from "~/platform/db/database.server";
import { FIRST_YEAR, LAST_YEAR } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { USUAL_SETTINGS } from "./entitlement";
import { leaveSettingsOf, leaveYearsOf } from "./queries.server";
import type { WorthBasis } from "./worth-words";

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

/** As `worthQueries`, with the leave years, which may be in hours. */
export function worthFormQueries(db: Database, userId: number, span = ANY_DATES) {
  return [...worthQueries(db, userId, span), leaveSettingsOf(db, userId), leaveYearsOf(db, userId)] as const;
}

export type WorthFormRows = Readonly<BatchResponse<ReturnType<typeof worthFormQueries>>>;

/** Keeps of each plan and each leave year only what the page needs. */
export function worthBasisOf([plans, elements, times, local, [settings], years]: WorthFormRows): WorthBasis {
  return {
    plans: valuedPlans(plans, elements, times).map((plan) => {
      const { unique_ref, date_start, date_end, week, fixed_times, untimed } = plan;
      const { bank_holiday_region, standard_minutes_per_pa } = plan.pa_rules;
      const pa_rules = { bank_holiday_region, standard_minutes_per_pa };
      return { unique_ref, date_start, date_end, week, fixed_times, untimed, pa_rules };
    }),
    local: local.map(({ day, is_added }) => ({ day, is_added })),
    year_start: (settings ?? USUAL_SETTINGS).year_start,
    years: years.map(({ year_begins, annual_hour_hundredths }) => ({ year_begins, annual_hour_hundredths })),
  };
}
