import { and, asc, eq, sql } from "drizzle-orm";
import { lieuLedger } from "~/diary/leave/table.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { isPublicHolidayOn, type LocalPublicHoliday, type PlanRegion } from "~/planning/public-holidays/calendar";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { BANK_HOLIDAY_REGIONS, type BankHolidayRegion, bankHolidaysIn } from "~/platform/time/bank-holidays";
import { DAY_MS, HOUR_MS } from "~/platform/time/durations";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import { sharesTime } from "./queries.server";
import { sessions } from "./table.server";

/** London's midnight is up to this much before that of UTC; `workedPublicHolidays` then compares with London's. */
const SUMMER_TIME_MS = HOUR_MS;

/** The sessions that earned a line of time in lieu and still exist. For a page's batch. */
export function sessionsOfLieu(db: Database, userId: number) {
  return db
    .select({ unique_ref: sessions.unique_ref })
    .from(lieuLedger)
    .innerJoin(sessions, and(refersTo(lieuLedger.session_ref, sessions), eq(sessions.user_id, userId)))
    .where(eq(lieuLedger.user_id, userId));
}

/** The sessions around bank holidays of any region and the user's own, by day and start. For a page's batch. */
export function sessionsAroundPublicHolidays(db: Database, userId: number, from: LondonDate, to: LondonDate) {
  const regions = Object.keys(BANK_HOLIDAY_REGIONS) as BankHolidayRegion[];
  const national = JSON.stringify([...new Set(regions.flatMap((region) => bankHolidaysIn(region, from, to)))]);
  const midnight = sql`unixepoch(off.day) * 1000`;
  return db
    .select({
      day: sql<LondonDate>`off.day`.as("off_day"),
      unique_ref: sessions.unique_ref,
      start_at: sessions.start_at,
      end_at: sessions.end_at,
      element: sessionName(),
      // Has its own name, because D1 merges two columns of one name in a batch.
      line_ref: sql<string | null>`${lieuLedger.unique_ref}`.as("line_ref"),
    })
    .from(
      sql`(SELECT value AS day FROM json_each(${national}) UNION SELECT day FROM local_public_holidays
        WHERE user_id = ${userId} AND is_added AND day BETWEEN ${from} AND ${to}) AS off`,
    )
    .innerJoin(
      sessions,
      and(
        eq(sessions.user_id, userId),
        eq(sessions.outcome, "held"),
        sharesTime(sessions, sql`${midnight} - ${SUMMER_TIME_MS}`, sql`${midnight} + ${DAY_MS}`),
      ),
    )
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .leftJoin(lieuLedger, and(eq(lieuLedger.user_id, userId), refersTo(lieuLedger.session_ref, sessions)))
    .orderBy(asc(sql`off.day`), asc(sessions.start_at));
}

type Around = Awaited<ReturnType<typeof sessionsAroundPublicHolidays>>[number];

interface Known {
  plans: readonly PlanRegion[];
  local: readonly LocalPublicHoliday[];
  /** Days for which time in lieu was earned already. */
  earned: readonly LondonDate[];
  now: number;
}

/**
 * Returns the bank holidays that were worked and have earned nothing yet, newest first, each with its first session:
 * one that began on that day, or one that began earlier and was still going on after its noon.
 */
export function workedPublicHolidays(around: readonly Around[], { plans, local, earned, now }: Known): Around[] {
  const worked = around.filter(({ day, start_at, end_at }) => {
    const begun = londonMoment(start_at).date === day && start_at <= now;
    const through = start_at < londonInstant(day) && end_at > londonInstant(day, 12 * 60);
    return (begun || through) && isPublicHolidayOn(plans, local, day);
  });
  const done = new Set([...earned, ...worked.filter(({ line_ref }) => line_ref !== null).map(({ day }) => day)]);
  const first = new Map<LondonDate, Around>();
  for (const each of worked) {
    if (!done.has(each.day) && !first.has(each.day)) first.set(each.day, each);
  }
  return [...first.values()].reverse();
}

/** The first day on which worked bank holidays are looked for, a year back. */
export function publicHolidaysBackFrom(today: LondonDate): LondonDate {
  return addDays(today, -366);
}
