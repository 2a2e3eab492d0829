import { anyCase, caseCountsBetween } from "~/diary/cases/queries.server";
import { unpaidFees } from "~/diary/fees/queries.server";
import { leaveBetween } from "~/diary/leave/queries.server";
import { worthFormQueries } from "~/diary/leave/worth.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import type { Database } from "~/platform/db/database.server";
import { profileRow } from "~/profile/queries.server";
import type { DiarySpan } from "../sessions/diary-pages";
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
