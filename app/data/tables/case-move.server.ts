import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { firstAtOrAfter, type Span } from "~/diary/cases/rules";
import { ofUser, sessionHeading } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { timesText } from "~/diary/sessions/times";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Asker } from "~/platform/context";
import { refersTo } from "~/platform/db/columns.server";
import { counted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import { type Answer, areAsShown, notAsShown, refused, type Ticked, tickedCases, writeTicked } from "./act.server";

const SESSION_GONE = refused("move_date", "That session has just been deleted. Choose another");

/** The sessions of a day, to choose from. */
export async function whereTo({ db, userId }: Asker, date: LondonDate): Promise<Answer> {
  const found = await db
    .select({
      unique_ref: sessions.unique_ref,
      start_at: sessions.start_at,
      end_at: sessions.end_at,
      element: jobPlanElements.description,
    })
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(
      and(
        eq(sessions.user_id, userId),
        gte(sessions.start_at, londonInstant(date)),
        lt(sessions.start_at, londonInstant(addDays(date, 1))),
      ),
    )
    .orderBy(asc(sessions.start_at));
  const day = shortDate(date);
  if (found.length === 0) return refused("move_date", `No session starts on ${day}. Add it in the logbook first`);
  const choices = found.map(({ unique_ref, start_at, end_at, element }) => {
    const { times } = timesText({ startAt: start_at, endAt: end_at });
    return { value: unique_ref, label: [times, element].filter(Boolean).join(", ") };
  });
  return { asks: "move", day, sessions: choices };
}

/** When a case was, as its new session has it: kept where it lies in that, else at the same times of the clock. */
export function timesInSession(session: Span, row: { start_at: number | null; end_at: number | null }) {
  const first = row.start_at ?? row.end_at;
  if (first === null || (first >= session.start_at && first < session.end_at)) {
    return { start_at: row.start_at, end_at: row.end_at };
  }
  const at = (from: number, instant: number | null) =>
    instant === null ? null : firstAtOrAfter(from, londonMoment(instant).minute);
  const start_at = at(session.start_at, row.start_at);
  return { start_at, end_at: at(start_at ?? session.start_at, row.end_at) };
}

/** Puts the ticked cases into another session. */
export async function move(by: Asker, ticked: Ticked, to: string): Promise<Answer> {
  const { db, userId } = by;
  const { shown } = ticked;
  const [rows, [session]] = await db.batch([tickedCases(by, shown), sessionHeading(db, userId, to)]);
  const moved = `${counted(shown.length, "case")} moved`;
  if (!areAsShown(shown, rows)) return notAsShown(by, ticked, moved);
  if (!session) return refused("move_date", "That session is gone. Choose another");
  const others = rows.filter(({ session_ref }) => session_ref !== to);
  if (others.length === 0) return refused("move_date", "The ticked cases are in that session already");
  const changed = others.map((row) => ({
    ...{ unique_ref: row.unique_ref, session_ref: to },
    ...timesInSession(session, row),
  }));
  const message = `${moved} to ${shortDate(londonMoment(session.start_at).date)}`;
  const isThere = sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${ofUser(userId, to)})`;
  const change = { message, guards: { session: isThere }, updates: { cases: changed } };
  return writeTicked(by, ticked, change, { session: SESSION_GONE });
}
