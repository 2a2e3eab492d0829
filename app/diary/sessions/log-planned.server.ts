import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { writeChange } from "~/diary/changes.server";
import { leaveBetween } from "~/diary/leave/queries.server";
import { awayOf } from "~/diary/leave/rules";
import type { Writer } from "~/diary/write-rows.server";
import { showPa } from "~/planning/job-plans/pa-rules";
import { occurrencesBetween } from "~/planning/job-plans/schedule";
import { newRef } from "~/platform/db/columns.server";
import { shortDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { copyNotes, type SessionCopy } from "./copies";
import type { Copied } from "./copy.server";
import { timedElementsOfPage } from "./diary.server";
import { diarySpan } from "./diary-pages";
import { columnsOf, spanOfRow } from "./plan-diary";
import { elementsThere, overlappingSessions } from "./queries.server";
import { inOneLine, overlapWarning, sessionSentence } from "./sentences";
import { sessions } from "./table.server";
import { unmatched } from "./week-due";

/** Which planned session: its element, the day that its times begin on, and when; without that the first not logged. */
export interface Planned {
  elementRef: string;
  date: LondonDate;
  startMinute: number | null;
}

/**
 * A planned session as it would be logged, with what to know of it: `isOpen` is false once it is logged, and there is
 * no `copy` where the plan has no such time on that day.
 * @returns null when no plan of the user's has such an element in that week.
 */
export async function plannedToLog({ db, userId }: Writer, { elementRef, date, startMinute }: Planned) {
  const [from, until] = [londonInstant(date), londonInstant(addDays(date, 1))];
  const [timed, there, leave] = await db.batch([
    timedElementsOfPage(db, userId, diarySpan(date, 1)),
    db
      .select({ start_at: sessions.start_at, end_at: sessions.end_at, element_ref: sessions.element_ref })
      .from(sessions)
      .where(and(eq(sessions.user_id, userId), gte(sessions.start_at, from), lt(sessions.start_at, until))),
    leaveBetween(db, userId, date, date),
  ]);
  const ofElement = timed.filter((row) => row.element_ref === elementRef);
  if (ofElement.length === 0) return null;
  const logged = there.filter((session) => session.element_ref === elementRef);
  const due = ofElement.flatMap((row) => occurrencesBetween([row], row, date, date));
  const open = unmatched(due, logged);
  const asked = startMinute === null ? (open[0] ?? due[0]) : due.find(({ row }) => row.start_minute === startMinute);
  const span = asked && spanOfRow(asked.row, date);
  const isOpen = asked !== undefined && open.includes(asked);
  if (!span) return { copy: null, isOpen, logged: logged.length, notes: [] };
  const { row } = asked;
  const copy: SessionCopy = {
    ...{ date, element: row.element, lostElement: false },
    columns: columnsOf(row, { ...row, unique_ref: elementRef }, span),
  };
  return { copy, isOpen, logged: logged.length, notes: copyNotes([copy], awayOf(leave)) };
}

/**
 * Logs a planned session as planned: times, site, basis and rules are those of the plan. A second time logs nothing.
 * @returns null when no plan of the user's has such an element in that week.
 */
export async function logPlannedSession(by: Writer, planned: Planned): Promise<Copied | null> {
  const found = await plannedToLog(by, planned);
  if (!found) return null;
  const { date } = planned;
  const { copy, isOpen, logged, notes } = found;
  const day = shortDate(date);
  const nothing = (why: string) => ({ message: `Nothing was logged: ${why} ${day}`, undo: null, date });
  if (!copy) return nothing("your job plan no longer has this session on");
  if (!isOpen) return nothing("this session is logged already, on");
  const { columns } = copy;
  const { db, userId } = by;
  const overlapping = await overlappingSessions(db, userId, columns.start_at, columns.end_at);
  const written = await writeChange(by, {
    message: `Session logged, ${day}`,
    guards: { missing: asManyAs(userId, planned, logged), element: elementsThere(userId, [columns]) },
    inserts: { sessions: [{ ...columns, unique_ref: newRef() }] },
  });
  // It was logged, or its element deleted, since they were read.
  if (written.result !== "written") return logPlannedSession(by, planned);
  const made = `Session logged: ${sessionSentence({ ...columns, element: copy.element })}, ${showPa(columns.pa_units)} PA`;
  return { message: inOneLine([made, ...notes, overlapWarning(overlapping)]), undo: written.undo, date };
}

/** A guard of changes: so many sessions of the element begin on the day. Of two presses at once one logs it. */
function asManyAs(userId: number, { elementRef, date }: Planned, count: number): SQL {
  return sql`(SELECT count(*) FROM ${sessions} AS there WHERE there.user_id = ${userId}
    AND there.element_ref = ${elementRef} AND there.start_at >= ${londonInstant(date)}
    AND there.start_at < ${londonInstant(addDays(date, 1))}) = ${count}`;
}
