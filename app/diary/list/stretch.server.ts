import { anyCase, caseCountsBetween } from "~/diary/cases/queries.server";
import { leaveBetween } from "~/diary/leave/queries.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import type { Database } from "~/platform/db/database.server";
import { addDays } from "~/platform/time/london";
import type { DiarySpan } from "../sessions/diary-pages";
import {
  cancellationsOfPage,
  occasionsOfWeekBefore,
  sessionBefore,
  sessionsOfPage,
  timedElementsOfPage,
  weeklyPlansOfPage,
} from "./diary.server";

/** The statements for a page's batch that read what `diaryWeeks` draws a stretch of the list from. */
export function listBatch(db: Database, userId: number, span: DiarySpan) {
  return [
    sessionsOfPage(db, userId, span),
    caseCountsBetween(db, userId, span.from, span.until),
    anyCase(db, userId),
    weeklyPlansOfPage(db, userId, span),
    sessionBefore(db, userId, span),
    occasionsOfWeekBefore(db, userId, span),
    leaveBetween(db, userId, span.bottom, addDays(span.top, 6)),
    timedElementsOfPage(db, userId, span),
    cancellationsOfPage(db, userId, span),
    locksOf(db, userId),
  ] as const;
}
