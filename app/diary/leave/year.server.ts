import { elementsBetween, plansBetween, timesBetween, valuedPlans } from "~/planning/job-plans/valued-plans.server";
import { localPublicHolidaysOf } from "~/planning/public-holidays/queries.server";
import type { Database } from "~/platform/db/database.server";
import type { LondonDate } from "~/platform/time/london";
import { leaveBetween } from "./between.server";
import { dayValuesOf } from "./day-values";
import { USUAL_SETTINGS } from "./entitlement";
import { leaveSettingsOf, leaveYearsOf } from "./queries.server";
import { FIRST_LEAVE_YEAR, LAST_LEAVE_YEAR, leaveYear, leaveYearOf } from "./years";

/** The year that an address asks for, by the calendar year that it begins in; null for the year of today. */
export function askedYear(query: URLSearchParams): number | null {
  const typed = query.get("year") ?? "";
  const year = Number(typed);
  return /^\d{4}$/.test(typed) && year >= FIRST_LEAVE_YEAR && year <= LAST_LEAVE_YEAR ? year : null;
}

/** A leave year with all that its figures rest on, in one batch. */
export async function readLeaveYear(db: Database, userId: number, asked: number | null, today: LondonDate) {
  // When the year begins is in the batch itself: what may belong to it lies within these.
  const thisYear = Number(today.slice(0, 4));
  const from = `${(asked ?? thisYear - 1) - 2}-01-01`;
  const to = `${(asked ?? thisYear) + 1}-12-31`;
  const [[own], yearRows, leave, plans, elements, times, local] = await db.batch([
    leaveSettingsOf(db, userId),
    leaveYearsOf(db, userId),
    leaveBetween(db, userId, from, to),
    plansBetween(db, userId, from, to),
    elementsBetween(db, userId, from, to),
    timesBetween(db, userId, from, to),
    localPublicHolidaysOf(db, userId),
  ]);
  const settings = own ?? USUAL_SETTINGS;
  const valued = valuedPlans(plans, elements, times);
  const current = leaveYearOf(today, settings.year_start);
  return {
    settings,
    yearRows,
    leave,
    plans: valued,
    values: dayValuesOf(valued, local),
    current,
    year: asked === null ? current : leaveYear(asked, settings.year_start),
    today,
  };
}

export type ReadLeaveYear = Awaited<ReturnType<typeof readLeaveYear>>;
