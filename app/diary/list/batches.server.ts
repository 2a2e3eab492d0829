import { anyCase, caseCountsBetween } from "~/diary/cases/queries.server";
import { asPlannedWork } from "~/diary/expected/as-planned";
import { unpaidFees } from "~/diary/fees/queries.server";
import { dayValuesOf } from "~/diary/leave/day-values";
import { USUAL_SETTINGS } from "~/diary/leave/entitlement";
import type { LeaveTerms } from "~/diary/leave/kinds";
import { leaveBetween } from "~/diary/leave/queries.server";
import { type WorthFormRows, worthFormQueries } from "~/diary/leave/worth.server";
import { takesHoursOn } from "~/diary/leave/worth-words";
import { locksOf } from "~/diary/locks/locked-days.server";
import type { DiarySpan } from "~/diary/sessions/diary-pages";
import { timesOfPlan } from "~/diary/sessions/week-due";
import { firstCounted } from "~/planning/job-plans/plan-dates";
import { notAfter } from "~/planning/job-plans/schedule";
import { valuedPlans } from "~/planning/job-plans/valued-plans.server";
import type { Database } from "~/platform/db/database.server";
import { type LondonDate, laterOf } from "~/platform/time/london";
import { profileRow } from "~/profile/queries.server";
import {
  anyPlan,
  cancellationsOfPage,
  overlappingSessionsPage,
  sessionAfter,
  sessionBefore,
  sessionsOfPage,
} from "./diary.server";

interface Shown {
  userId: number;
  span: DiarySpan;
}

/** The statements for a page's batch that read what `diaryWeeks` draws a stretch of the list from. */
export function listBatch(db: Database, { userId, span }: Shown) {
  return [
    sessionsOfPage(db, userId, span),
    caseCountsBetween(db, userId, span.from, span.until),
    anyCase(db, userId),
    sessionBefore(db, userId, span),
    leaveBetween(db, userId, span.bottom, span.last),
    cancellationsOfPage(db, userId, span),
    locksOf(db, userId),
    ...worthFormQueries(db, userId, span),
  ] as const;
}

/** What else the page of the list shows. */
export function besideListBatch(db: Database, { userId, span }: Shown) {
  return [profileRow(db, userId), sessionAfter(db, userId, span), anyPlan(db, userId), unpaidFees(db, userId)] as const;
}

/** The statements of the page of one week. */
export function weekBatch(db: Database, { userId, span }: Shown) {
  return [
    profileRow(db, userId),
    overlappingSessionsPage(db, userId, span),
    caseCountsBetween(db, userId, span.from, span.until),
    unpaidFees(db, userId),
    leaveBetween(db, userId, span.bottom, span.last),
    cancellationsOfPage(db, userId, span),
    locksOf(db, userId),
    ...worthFormQueries(db, userId, span),
  ] as const;
}

/** The statements that the figures of the diary are calculated from where no list is drawn: of the home page. */
export function figuresBatch(db: Database, { userId, span }: Shown) {
  return [
    sessionsOfPage(db, userId, span, 0),
    caseCountsBetween(db, userId, span.from, span.until),
    leaveBetween(db, userId, span.bottom, span.last),
    sessionBefore(db, userId, span),
    anyPlan(db, userId),
    unpaidFees(db, userId),
    locksOf(db, userId),
    ...worthFormQueries(db, userId, span),
  ] as const;
}

interface Days {
  span: Pick<DiarySpan, "bottom" | "last">;
  /** Leave of these days, of any status. */
  leave: readonly LeaveTerms[];
}

/**
 * What a page of the diary takes from the plans of its days, all from one reading of them: their weekly PAs, the times
 * of their active elements, what leave takes of them, and the work that counts as planned.
 */
export function plansOfDays(
  [plans, elements, times, local, [settings], years]: WorthFormRows,
  { span: { bottom, last }, leave }: Days,
) {
  const valued = valuedPlans(plans, elements, times);
  const { year_start } = settings ?? USUAL_SETTINGS;
  const takesHours = (date: LondonDate) => takesHoursOn(date, year_start, years);
  const values = { ...dayValuesOf(valued, local), takesHours };
  const asPlanned = valued.flatMap((plan) => {
    const span = { begins: laterOf(firstCounted(plan), bottom), ends: notAfter(plan, last) };
    return asPlannedWork({ plan, plans: valued, span, local, leave, values, measure: "pas" });
  });
  return { plans: valued, timed: valued.flatMap(timesOfPlan), values, asPlanned };
}
