import { cancellationsOfPage, overlappingSessionsPage, timedElementsOfPage } from "~/diary/list/diary.server";
import { plannedPath } from "~/diary/planned/planned";
import { instantsOf, startingOn, timesBetween, unmatchedTimes } from "~/diary/sessions/week-due";
import type { Actor } from "~/platform/context";
import { pathTo } from "~/platform/http/path-to";
import { clockTime } from "~/platform/time/clock-time";
import { addDays, type LondonDate, londonInstant, londonMoment, londonToday } from "~/platform/time/london";

const DAYS_BEFORE = 2;
const DAYS_AFTER = 14;

/** A session as a device keeps it: its name and times, and the address that a form about it is for. */
export interface NearSession {
  /** Null for a planned one that is not logged. */
  ref: string | null;
  path: string;
  date: LondonDate;
  start: string;
  end: string;
  name: string;
}

/** The planned and logged sessions near a day, in their order, without those that did not happen. */
export async function nearSessions(
  { db, userId, now }: Pick<Actor, "db" | "userId" | "now">,
  daysBefore = DAYS_BEFORE,
): Promise<NearSession[]> {
  const today = londonToday(now);
  const [bottom, last] = [addDays(today, -daysBefore), addDays(today, DAYS_AFTER)];
  const span = { top: today, bottom, last, from: londonInstant(bottom), until: londonInstant(addDays(last, 1)) };
  const [logged, timed, cancelled] = await db.batch([
    overlappingSessionsPage(db, userId, span),
    timedElementsOfPage(db, userId, span),
    cancellationsOfPage(db, userId, span),
  ]);
  const due = timesBetween(
    timed.filter(({ counting }) => counting !== "as_planned"),
    bottom,
    last,
  );
  const dates = [...new Set(due.map(({ date }) => date))];
  const open = dates.flatMap((date) => {
    const ofDate = due.filter((each) => each.date === date);
    return unmatchedTimes(ofDate, startingOn(logged, date), startingOn(cancelled, date)).open;
  });
  const all = [
    ...logged
      .filter(({ outcome }) => outcome === "held")
      .map(({ unique_ref: ref, start_at: startAt, end_at: endAt, element }) => ({
        ...{ ref, startAt, endAt, name: element ?? "Session" },
        path: pathTo("/logbook/session/:sessionRef/", { sessionRef: ref }),
      })),
    ...open.map(({ row, date, ...each }) => ({
      ...{ ref: null, ...instantsOf({ row, date, ...each }), name: row.element },
      path: plannedPath(row.element_ref, date, row.start_minute),
    })),
  ];
  return all
    .sort((one, other) => one.startAt - other.startAt)
    .map(({ startAt, endAt, ...each }) => ({ ...each, ...timesOf(startAt, endAt) }));
}

function timesOf(startAt: number, endAt: number) {
  const [start, end] = [londonMoment(startAt), londonMoment(endAt)];
  return { date: start.date, start: clockTime(start.minute), end: clockTime(end.minute) };
}
