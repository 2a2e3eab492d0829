import { anyCase, caseCountsBetween } from "~/diary/cases/queries.server";
import { unpaidFees } from "~/diary/fees/queries.server";
import { leaveBetween } from "~/diary/leave/queries.server";
import { worthQueries } from "~/diary/leave/worth.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { preparedBatch } from "~/platform/db/prepared-batch.server";
import { profileRow } from "~/profile/queries.server";
import type { DiarySpan } from "../sessions/diary-pages";
import {
  anyPlan,
  cancellationsOfPage,
  occasionsOfWeekBefore,
  overlappingSessionsPage,
  sessionAfter,
  sessionBefore,
  sessionsOfPage,
  timedElementsOfPage,
  weeklyPlansOfPage,
} from "./diary.server";

interface Shown {
  userId: number;
  span: DiarySpan;
}

/** The statements for a page's batch that read what `diaryWeeks` draws a stretch of the list from. */
export const listBatch = preparedBatch((db, { userId, span }: Shown) => [
  sessionsOfPage(db, userId, span),
  caseCountsBetween(db, userId, span.from, span.until),
  anyCase(db, userId),
  weeklyPlansOfPage(db, userId, span),
  sessionBefore(db, userId, span),
  occasionsOfWeekBefore(db, userId, span),
  leaveBetween(db, userId, span.bottom, span.last),
  timedElementsOfPage(db, userId, span),
  cancellationsOfPage(db, userId, span),
  locksOf(db, userId),
  ...worthQueries(db, userId, span),
]);

/** What else the page of the list shows. */
export const besideListBatch = preparedBatch((db, { userId, span }: Shown) => [
  profileRow(db, userId),
  sessionAfter(db, userId, span),
  anyPlan(db, userId),
  unpaidFees(db, userId),
]);

/** The statements of the page of one week; `both` is that week with the one before, which could be copied. */
export const weekBatch = preparedBatch((db, { userId, span, both }: Shown & { both: DiarySpan }) => [
  profileRow(db, userId),
  overlappingSessionsPage(db, userId, both),
  timedElementsOfPage(db, userId, span),
  weeklyPlansOfPage(db, userId, span),
  caseCountsBetween(db, userId, span.from, span.until),
  unpaidFees(db, userId),
  leaveBetween(db, userId, span.bottom, span.last),
  cancellationsOfPage(db, userId, span),
  locksOf(db, userId),
  ...worthQueries(db, userId, span),
]);

/** The statements that the figures of the diary are calculated from where no list is drawn: of the home page. */
export const figuresBatch = preparedBatch((db, { userId, span }: Shown) => [
  sessionsOfPage(db, userId, span),
  caseCountsBetween(db, userId, span.from, span.until),
  weeklyPlansOfPage(db, userId, span),
  sessionBefore(db, userId, span),
  anyPlan(db, userId),
  unpaidFees(db, userId),
  locksOf(db, userId),
]);
