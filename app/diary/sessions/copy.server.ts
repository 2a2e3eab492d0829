import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { writeChange } from "~/diary/changes.server";
import { leaveBetween } from "~/diary/leave/queries.server";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { locksOf } from "~/diary/locks/locked-days.server";
import { lockOf } from "~/diary/locks/rules";
import type { Writer } from "~/diary/write-rows.server";
import { showPa } from "~/planning/job-plans/pa-rules";
import { elementChoices } from "~/planning/job-plans/queries.server";
import { elementSchedule } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import { cancellationsOfPage } from "../list/diary.server";
import { unchangedSinceRead } from "./answered.server";
import { leaveAroundSession } from "./around.server";
import {
  copyNotes,
  copyOn,
  isSameSession,
  nextUsualDay,
  type Occasion,
  type SessionCopy,
  withoutCancelled,
} from "./copies";
import { planChoices, planRows, sessionRow } from "./queries.server";
import { sessionCount } from "./sentences";
import { cancellations, sessions } from "./table.server";
import type { LoggedRow } from "./week-due";

/** Result of an action that makes sessions: a message, and in `undo` what undoes it, null when nothing was made. */
export interface Copied {
  message: string;
  undo: string | null;
  /** The day to show. */
  date: LondonDate;
}

/**
 * What "Copy last week" would add to a week: sessions of the week before without a counterpart in it.
 * @returns `cancelled` are those that are left out, since they did not happen; `locked` says which days are locked, so
 * that nothing can be copied
 */
export async function weekToCopy({ db, userId }: Writer, monday: LondonDate) {
  const week = { from: londonInstant(monday), until: londonInstant(addDays(monday, 7)) };
  const [rows, plans, elements, leave, answers, locks] = await db.batch([
    db
      .select()
      .from(sessions)
      .where(
        and(
          eq(sessions.user_id, userId),
          gte(sessions.start_at, londonInstant(addDays(monday, -7))),
          lt(sessions.start_at, week.until),
        ),
      )
      .orderBy(asc(sessions.start_at)),
    planRows(db, userId),
    elementChoices(db, userId),
    leaveBetween(db, userId, monday, addDays(monday, 6)),
    cancellationsOfPage(db, userId, week),
    locksOf(db, userId),
  ]);
  const there = rows.filter((row) => row.start_at >= week.from);
  const lastWeek = rows.filter((row) => row.start_at < week.from);
  const choices = planChoices(plans, elements);
  const copies = lastWeek.map((row) => copyOn(row, addDays(londonMoment(row.start_at).date, 7), choices));
  const lacking = copies.filter(({ columns }) => !there.some((row) => isSameSession(row, columns)));
  const { left: missing, cancelled } = withoutCancelled(lacking, answers, ({ columns }) => columns);
  const lockedDates = new Set(missing.map(({ date }) => date).filter((date) => lockOf(locks, date)));
  const locked = [...lockedDates].map((date) => shortDate(date, false));
  return {
    ...{ lastWeek: lastWeek.length, missing, cancelled, answers },
    ...{ locked, notes: copyNotes(missing, grantedLeaveOf(leave)) },
  };
}

/** Copies last week's sessions into a week, without notes, cases and fees. A second call copies nothing. */
export async function copyWeek(by: Writer, monday: LondonDate): Promise<Copied> {
  const { lastWeek, missing, cancelled, answers, notes: copied } = await weekToCopy(by, monday);
  if (lastWeek === 0)
    return { message: "Nothing was copied: the week before has no sessions", undo: null, date: monday };
  if (missing.length === 0) {
    return {
      message: `Nothing was copied: the sessions of the week before are already here${cancelled.length > 0 ? " or did not happen" : ""}`,
      undo: null,
      date: monday,
    };
  }
  const made = `${sessionCount(missing.length)} copied from the week before`;
  const written = await insertCopies(by, missing, made, answers);
  // A session was added or did not happen, or its element was deleted, since they were read: copy what is still missing.
  if (written.result !== "written") return copyWeek(by, monday);
  const already = lastWeek - missing.length - cancelled.length;
  const notes = [
    ...(already > 0 ? [`${formatCounted(already, "was", "were")} here already`] : []),
    ...(cancelled.length > 0
      ? [`${cancelled.length} did not happen and ${cancelled.length === 1 ? "was" : "were"} left out`]
      : []),
  ];
  return { message: [made, ...notes, ...copied].join(". "), undo: written.undo, date: monday };
}

/**
 * Adds the same session on its next usual day, without notes, cases and fee. A second call adds nothing.
 * @returns null when the user has no such session
 */
export async function repeatSession(by: Writer, sessionRef: string): Promise<Copied | null> {
  const repeated = await sessionToRepeat(by, sessionRef);
  if (!repeated) return null;
  const { copy, notes } = repeated;
  const day = shortDate(copy.date);
  const made = `Session repeated on ${day}`;
  const written = await insertCopies(by, [copy], made);
  if (written.result === "refused" && written.guard === "missing") {
    return { message: `Nothing was added: this session is already there, on ${day}`, undo: null, date: copy.date };
  }
  if (written.result !== "written") return repeatSession(by, sessionRef);
  const message = [`${made}, ${showPa(copy.columns.pa_units)} PA`, ...notes].join(". ");
  return { message, undo: written.undo, date: copy.date };
}

/** The session as it would be on its next usual day, with notes for the user; null when it is not the user's. */
export async function sessionToRepeat(
  { db, userId }: Writer,
  sessionRef: string,
): Promise<{ copy: SessionCopy; notes: string[] } | null> {
  const ofSession = db
    .select({ ref: sessions.element_ref })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), eq(sessions.unique_ref, sessionRef)));
  const [[source], plans, elements, schedule, leave] = await db.batch([
    sessionRow(db, userId, sessionRef),
    planRows(db, userId),
    elementChoices(db, userId),
    db
      .select()
      .from(elementSchedule)
      .where(and(eq(elementSchedule.user_id, userId), eq(elementSchedule.element_ref, sql`${ofSession}`))),
    leaveAroundSession(db, userId, sessionRef),
  ]);
  if (!source) return null;
  const copy = copyOn(source, nextUsualDay(source.start_at, schedule), planChoices(plans, elements));
  return { copy, notes: copyNotes([copy], grantedLeaveOf(leave)) };
}

/**
 * Adds all of the copies, or none if one exists already: of two requests at once only one adds them.
 * @param cancelled the cancellations that were read, if they matter: with others nothing is added
 */
function insertCopies(by: Writer, copies: readonly SessionCopy[], message: string, cancelled?: readonly LoggedRow[]) {
  const days = copies.flatMap(({ date, columns: { element_ref } }) =>
    element_ref ? [{ elementRef: element_ref, date }] : [],
  );
  const asRead = cancelled && unchangedSinceRead(by.userId, cancellations, days, cancelled);
  const rows = copies.map(({ columns }) => ({ ...columns, unique_ref: newRef() }));
  return writeChange(by, {
    message,
    guards: { missing: noneExists(by.userId, rows), ...(asRead && { cancelled: asRead }) },
    inserts: { sessions: rows },
  });
}

/** Guard: no existing session is the same as one of these, by `isSameSession`. */
function noneExists(userId: number, rows: readonly Occasion[]): SQL {
  const list = rows.map(({ start_at, end_at, element_ref }) => [start_at, end_at, element_ref]);
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(list)}) AS copy CROSS JOIN ${sessions} AS there
    ON there.user_id = ${userId} AND there.start_at = copy.value ->> 0
      AND CASE WHEN there.element_ref IS NULL OR copy.value ->> 2 IS NULL
        THEN there.end_at = copy.value ->> 1 ELSE there.element_ref = copy.value ->> 2 END)`;
}
