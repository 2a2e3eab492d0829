import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { insertRows } from "~/db/insert-rows.server";
import { keepForUndo } from "~/db/undo-steps.server";
import { elementChoices } from "~/job-plans/choices.server";
import { showPa } from "~/job-plans/pa-rules";
import { elementSchedule } from "~/job-plans/table.server";
import { shortDate } from "~/time/dates";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/time/london";
import { copyNotes, copyOn, nextUsualDay, type SessionCopy } from "./copies";
import { planChoices, planRows, sessionRow } from "./queries.server";
import { sessions } from "./table.server";

interface Copier {
  db: Database;
  userRef: string;
  now: number;
}

/** What came of copying, in words; `undo` is the step that takes it back, null when nothing was made. */
export interface Copied {
  says: string;
  undo: string | null;
  /** The day to show. */
  date: LondonDate;
}

/** What "Copy last week" would make in a week: sessions of the week before without one that starts with them. */
export async function weekToCopy({ db, userRef }: Copier, monday: LondonDate) {
  const [rows, plans, elements] = await db.batch([
    db
      .select()
      .from(sessions)
      .where(
        and(
          eq(sessions.user_ref, userRef),
          gte(sessions.start_at, londonInstant(addDays(monday, -7))),
          lt(sessions.start_at, londonInstant(addDays(monday, 7))),
        ),
      )
      .orderBy(asc(sessions.start_at)),
    planRows(db, userRef),
    elementChoices(db, userRef),
  ]);
  const begins = londonInstant(monday);
  const there = new Set(rows.filter((row) => row.start_at >= begins).map((row) => row.start_at));
  const lastWeek = rows.filter((row) => row.start_at < begins);
  const choices = planChoices(plans, elements);
  const copies = lastWeek.map((row) => copyOn(row, addDays(londonMoment(row.start_at).date, 7), choices));
  const missing = copies.filter((copy) => !there.has(copy.columns.start_at));
  return { lastWeek: lastWeek.length, missing };
}

/** Copies last week's sessions into a week, without notes, cases and fees. A second time copies nothing. */
export async function copyWeek(by: Copier, monday: LondonDate): Promise<Copied> {
  const { lastWeek, missing } = await weekToCopy(by, monday);
  if (lastWeek === 0) return { says: "Nothing was copied: the week before has no sessions", undo: null, date: monday };
  const { made, undo } = await putCopies(by, missing, (n) => `${counted(n)} copied from the week before`);
  if (made === 0) {
    return { says: "Nothing was copied: the sessions of the week before are here already", undo, date: monday };
  }
  const already = lastWeek - made;
  const notes = already > 0 ? [`${already} ${already === 1 ? "was" : "were"} here already`] : [];
  const says = [`${counted(made)} copied from the week before`, ...notes, ...copyNotes(missing)].join(". ");
  return { says, undo, date: monday };
}

/**
 * Makes the same session on its next usual day, without notes, cases and fee. A second time makes nothing.
 * @returns null when there is no such session of the user.
 */
export async function repeatSession(by: Copier, sessionRef: string): Promise<Copied | null> {
  const { db, userRef } = by;
  const copy = await sessionToRepeat(by, sessionRef);
  if (!copy) return null;
  const day = shortDate(copy.date);
  const { made, undo } = await putCopies({ db, userRef, now: by.now }, [copy], () => `Session repeated on ${day}`);
  if (made === 0) return { says: `Nothing was added: a session starts then already, on ${day}`, undo, date: copy.date };
  const pa = `${showPa(copy.columns.pa_units)} PA`;
  const says = [`Session repeated on ${day}, ${pa}`, ...copyNotes([copy])].join(". ");
  return { says, undo, date: copy.date };
}

/** The session as it would stand on its next usual day; null when it is not the user's. */
export async function sessionToRepeat({ db, userRef }: Copier, sessionRef: string): Promise<SessionCopy | null> {
  const ofSession = db
    .select({ ref: sessions.element_ref })
    .from(sessions)
    .where(and(eq(sessions.user_ref, userRef), eq(sessions.unique_ref, sessionRef)));
  const [[source], plans, elements, schedule] = await db.batch([
    sessionRow(db, userRef, sessionRef),
    planRows(db, userRef),
    elementChoices(db, userRef),
    db
      .select()
      .from(elementSchedule)
      .where(and(eq(elementSchedule.user_ref, userRef), eq(elementSchedule.element_ref, sql`${ofSession}`))),
  ]);
  return source ? copyOn(source, nextUsualDay(source.start_at, schedule), planChoices(plans, elements)) : null;
}

/** Inserts those that nothing starts with, as one act that can be undone. */
async function putCopies({ db, userRef, now }: Copier, copies: readonly SessionCopy[], says: (n: number) => string) {
  const rows = copies.map(({ columns }) => ({
    ...columns,
    ...{ unique_ref: newRef(), user_ref: userRef, created_at: now, updated_at: now },
  }));
  if (rows.length === 0) return { made: 0, undo: null };
  const ref = newRef();
  const makes = { sessions: rows.map(({ unique_ref }) => unique_ref) };
  const step = keepForUndo(db, userRef, { ref, says: says(rows.length), makes }, now);
  const inserts = insertRows(db, sessions, rows, (read) => oneStarts(userRef, read("start_at")));
  const [, ...results] = await db.batch([step, ...inserts]);
  const made = results.reduce((sum, { meta }) => sum + meta.changes, 0);
  return { made, undo: made > 0 ? ref : null };
}

/** Judged by the statement that inserts: of two presses at once only one makes the session. */
function oneStarts(userRef: string, startAt: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${sessions} AS there WHERE there.user_ref = ${userRef} AND there.start_at = ${startAt})`;
}

function counted(n: number): string {
  return n === 1 ? "1 session" : `${n} sessions`;
}
