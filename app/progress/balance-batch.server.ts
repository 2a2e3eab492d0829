import { type SQL, sql } from "drizzle-orm";
import { MAX_PERIOD_DAYS } from "~/diary/expected/period";
import { leaveBetween, leaveSettingsOf, leaveYearsOf } from "~/diary/leave/queries.server";
import { elementsBetween, plansBetween, sharesDays, timesBetween } from "~/planning/job-plans/valued-plans.server";
import { localPublicHolidaysOf } from "~/planning/public-holidays/queries.server";
import type { Database } from "~/platform/db/database.server";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { countedBeginOf, doneInPeriods, LEAVE_AFTER, LEAVE_BEFORE, untaggedInPeriods } from "./queries.server";

/**
 * Statements for a page's batch that read what `balancesOf` calculates from. Work done is summed from an index alone.
 */
export function balanceBatch(db: Database, userId: number, today: LondonDate) {
  const since = addDays(today, -MAX_PERIOD_DAYS);
  const to = addDays(today, MAX_PERIOD_DAYS + LEAVE_AFTER);
  // Only the paced method needs the leave that is left, and so the years before, with the work of their plans.
  const from = ifPaced(userId, today, sql`${addDays(since, -LEAVE_BEFORE)}`, sql`${since}`);
  const worthFrom = ifPaced(userId, today, sql`${addDays(since, -LEAVE_BEFORE)}`, firstBegin(userId, today));
  const worthTo = ifPaced(userId, today, sql`${to}`, sql`${today}`);
  // A day counts at its end: work is summed up to the beginning of today.
  const until = londonInstant(today);
  return [
    // Plans that contain a day of the leave that is read: they decide which of its days are bank holidays.
    plansBetween(db, userId, from, to),
    // At least of all plans that contain a day of the periods: their elements share what leave with typed PAs takes.
    elementsBetween(db, userId, worthFrom, worthTo),
    timesBetween(db, userId, worthFrom, worthTo),
    localPublicHolidaysOf(db, userId),
    leaveBetween(db, userId, from, to),
    leaveYearsOf(db, userId),
    leaveSettingsOf(db, userId),
    doneInPeriods(db, userId, today, until),
    untaggedInPeriods(db, userId, today, until),
  ] as const;
}

/** Expression: the earliest first day of the current periods of the plans that contain today. */
function firstBegin(userId: number, today: LondonDate): SQL<LondonDate> {
  const begin = countedBeginOf(sql`${today}`);
  return sql<LondonDate>`(SELECT min(${begin}) FROM job_plans WHERE ${sharesDays(userId, today, today)})`;
}

/** Expression: the first date if any plan that contains today is paced, else the second. */
function ifPaced(userId: number, today: LondonDate, paced: SQL, otherwise: SQL): SQL<LondonDate> {
  const isPaced = sql`${sharesDays(userId, today, today)} AND method = 'annualised_paced'`;
  return sql<LondonDate>`CASE WHEN EXISTS (SELECT 1 FROM job_plans WHERE ${isPaced})
    THEN ${paced} ELSE ${otherwise} END`;
}
