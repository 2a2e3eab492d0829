import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { newRef } from "~/db/columns.server";
import { insertRows } from "~/db/insert-rows.server";
import { countedSessions, keepMade, madeNothing } from "~/db/undo-made.server";
import type { Asker } from "~/http/context";
import { elementChoices } from "~/job-plans/choices.server";
import { showPa } from "~/job-plans/pa-rules";
import { elementSchedule } from "~/job-plans/table.server";
import { awayOf } from "~/leave/away";
import { leaveBetween } from "~/leave/between.server";
import { shortDate } from "~/time/dates";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/time/london";
import { leaveAroundSession } from "./around.server";
import { copyNotes, copyOn, isSameSession, nextUsualDay, type SessionCopy } from "./copies";
import { planChoices, planRows, sessionRow } from "./queries.server";
import { sessions } from "./table.server";

/** What came of copying, in words; `undo` is the step that takes it back, null when nothing was made. */
export interface Copied {
  says: string;
  undo: string | null;
  /** The day to show. */
  date: LondonDate;
}

/** What "Copy last week" would make in a week: sessions of the week before that are not in it yet. */
export async function weekToCopy({ db, userId }: Pick<Asker, "db" | "userId" | "now">, monday: LondonDate) {
  const [rows, plans, elements, leave] = await db.batch([
    db
      .select()
      .from(sessions)
      .where(
        and(
          eq(sessions.user_id, userId),
          gte(sessions.start_at, londonInstant(addDays(monday, -7))),
          lt(sessions.start_at, londonInstant(addDays(monday, 7))),
        ),
      )
      .orderBy(asc(sessions.start_at)),
    planRows(db, userId),
    elementChoices(db, userId),
    leaveBetween(db, userId, monday, addDays(monday, 6)),
  ]);
  const begins = londonInstant(monday);
  const there = rows.filter((row) => row.start_at >= begins);
  const lastWeek = rows.filter((row) => row.start_at < begins);
  const choices = planChoices(plans, elements);
  const copies = lastWeek.map((row) => copyOn(row, addDays(londonMoment(row.start_at).date, 7), choices));
  const missing = copies.filter(({ columns }) => !there.some((row) => isSameSession(row, columns)));
  return { lastWeek: lastWeek.length, missing, notes: copyNotes(missing, awayOf(leave)) };
}

/** Copies last week's sessions into a week, without notes, cases and fees. A second time copies nothing. */
export async function copyWeek(by: Pick<Asker, "db" | "userId" | "now">, monday: LondonDate): Promise<Copied> {
  const { lastWeek, missing, notes: copied } = await weekToCopy(by, monday);
  if (lastWeek === 0) return { says: "Nothing was copied: the week before has no sessions", undo: null, date: monday };
  const { made, undo } = await putCopies(
    by,
    missing,
    (made) => sql`${countedSessions(made)} || ' copied from the week before'`,
  );
  if (made === 0) {
    return { says: "Nothing was copied: the sessions of the week before are here already", undo, date: monday };
  }
  const already = lastWeek - made;
  const notes = already > 0 ? [`${already} ${already === 1 ? "was" : "were"} here already`] : [];
  const says = [`${counted(made)} copied from the week before`, ...notes, ...copied].join(". ");
  return { says, undo, date: monday };
}

/**
 * Makes the same session on its next usual day, without notes, cases and fee. A second time makes nothing.
 * @returns null when there is no such session of the user.
 */
export async function repeatSession(
  by: Pick<Asker, "db" | "userId" | "now">,
  sessionRef: string,
): Promise<Copied | null> {
  const repeated = await sessionToRepeat(by, sessionRef);
  if (!repeated) return null;
  const { copy, notes } = repeated;
  const day = shortDate(copy.date);
  const { made, undo } = await putCopies(by, [copy], () => sql`${`Session repeated on ${day}`}`);
  if (made === 0) return { says: `Nothing was added: this session is there already, on ${day}`, undo, date: copy.date };
  const pa = `${showPa(copy.columns.pa_units)} PA`;
  const says = [`Session repeated on ${day}, ${pa}`, ...notes].join(". ");
  return { says, undo, date: copy.date };
}

/** The session as it would stand on its next usual day, with what to know of it; null when it is not the user's. */
export async function sessionToRepeat(
  { db, userId }: Pick<Asker, "db" | "userId" | "now">,
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
  return { copy, notes: copyNotes([copy], awayOf(leave)) };
}

/** Inserts those that are not there yet, as one act that can be undone. */
async function putCopies(
  by: Pick<Asker, "db" | "userId" | "now">,
  copies: readonly SessionCopy[],
  says: (made: SQL) => SQL,
) {
  const { db, userId, now } = by;
  const rows = copies.map(({ columns }) => ({
    ...columns,
    ...{ unique_ref: newRef(), user_id: userId, created_at: now, updated_at: now },
  }));
  const [first, ...rest] = insertRows(db, sessions, rows, (read) => isThere(userId, read));
  if (!first) return { made: 0, undo: null };
  const step = { ref: newRef(), table: sessions, refs: rows.map(({ unique_ref }) => unique_ref), says };
  try {
    const inserted = await db.batch([first, ...rest, keepMade(db, userId, step, now)]);
    const made = inserted.slice(0, -1).reduce((sum, { meta }) => sum + meta.changes, 0);
    return { made, undo: step.ref };
  } catch (error) {
    if (!madeNothing(error)) throw error;
    return { made: 0, undo: null };
  }
}

/** `isSameSession`, by the statement that inserts: of two presses at once only one makes the session. */
function isThere(userId: number, read: (column: string) => SQL): SQL {
  const element = read("element_ref");
  return sql`EXISTS (SELECT 1 FROM ${sessions} AS there WHERE there.user_id = ${userId}
    AND there.start_at = ${read("start_at")}
    AND CASE WHEN there.element_ref IS NULL OR ${element} IS NULL
      THEN there.end_at = ${read("end_at")} ELSE there.element_ref = ${element} END)`;
}

function counted(n: number): string {
  return n === 1 ? "1 session" : `${n} sessions`;
}
