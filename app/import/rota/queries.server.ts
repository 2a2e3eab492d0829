import { and, between, eq, gte, or, sql } from "drizzle-orm";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { LEAVE_COLUMNS, leaveBetween } from "~/diary/leave/queries.server";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { leave } from "~/diary/leave/table.server";
import { cancellationsOfPage } from "~/diary/list/diary.server";
import { lockedPeriodsOf } from "~/diary/locks/queries.server";
import { rotaEvents, rotaTitles } from "~/diary/rota/table.server";
import { withSchedules } from "~/diary/sessions/element-choices";
import type { Outcome } from "~/diary/sessions/outcome";
import { planChoices, planRows, sharesTime } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { elementChoices, scheduleOfUser } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { addDays, londonInstant, londonMoment } from "~/platform/time/london";
import type { RotaCalendar } from "./calendar";
import { leaveKey } from "./leave-steps";
import { OWN_KEY_MARK } from "./own-keys";
import { titleName } from "./titles";

const SESSION_COLUMNS = {
  unique_ref: sessions.unique_ref,
  element_ref: sessions.element_ref,
  start_at: sessions.start_at,
  end_at: sessions.end_at,
  site: sessions.site,
  pa_basis: sessions.pa_basis,
  fixed_pa_units: sessions.fixed_pa_units,
  version: sessions.version,
  outcome: sessions.outcome,
  // Columns by `refersTo` alone: Drizzle writes those of a select from one table without its name, and in a subquery they
  // are then columns of that.
  holds: sql<number>`((SELECT count(*) FROM ${cases} WHERE ${refersTo(cases.session_ref, sessions)})
    + (SELECT count(*) FROM ${fees} WHERE ${refersTo(fees.session_ref, sessions)}))`
    .mapWith(Number)
    .as("n_held"),
};

/** Returns the key by which a title is recognised. The title itself is stored nowhere: it may name people. */
async function titleKey({ cipher }: Pick<Actor, "cipher">, title: string): Promise<string> {
  return (await cipher.sign("rota", titleName(title))).split(".").at(-1)?.slice(0, 22) ?? "";
}

/** Reads all parts of a diary that a calendar is compared with, in one batch. */
export async function comparedDiary(actor: Pick<Actor, "db" | "userId" | "cipher">, calendar: RotaCalendar) {
  const { db, userId } = actor;
  const from = londonInstant(calendar.first);
  const until = londonInstant(addDays(calendar.last, 15));
  const lastDay = londonMoment(Math.max(until, ...calendar.events.map(({ endAt }) => endAt))).date;
  const titleKeys = await Promise.all(calendar.titles.map((title) => titleKey(actor, title)));
  const [plans, elements, schedule, known, own, near, cancelled, linked, titles, ofDays, ofEvents, locked] =
    await db.batch([
      planRows(db, userId),
      elementChoices(db, userId),
      scheduleOfUser(db, userId),
      db
        .select()
        .from(rotaEvents)
        .where(and(eq(rotaEvents.user_id, userId), isOf(calendar))),
      eventWithOwnKey(db, userId, calendar),
      db
        .select(SESSION_COLUMNS)
        .from(sessions)
        .where(and(eq(sessions.user_id, userId), sharesTime(sessions, from, until))),
      cancellationsOfPage(db, userId, { from, until }),
      sessionsOfEvents(db, userId, calendar),
      db
        .select()
        .from(rotaTitles)
        .where(
          and(
            eq(rotaTitles.user_id, userId),
            sql`${rotaTitles.title_key} IN (SELECT value FROM json_each(${JSON.stringify(titleKeys)}))`,
          ),
        ),
      leaveBetween(db, userId, calendar.first, lastDay),
      leaveOfEvents(db, userId, calendar),
      lockedPeriodsOf(db, userId),
    ]);
  const there = new Map([...near, ...linked].map((session) => [session.unique_ref, session]));
  const chosen = new Map(titles.map(({ title_key, element_ref }) => [title_key, element_ref]));
  return {
    plans: withSchedules(planChoices(plans, elements), schedule),
    known,
    hasOwnKeys: own.length > 0,
    sessions: [...there.values()].filter(({ outcome }) => outcome === "held"),
    cancellations: [...cancelled, ...[...there.values()].filter(isCalledOff)],
    titleKeys,
    /** By index of the title; undefined where nothing was chosen for it yet, null for one that is left out. */
    remembered: titleKeys.map((key) => chosen.get(key)),
    leave: grantedLeaveOf(ofDays),
    leaveThere: [...new Map([...ofDays, ...ofEvents].map((each) => [each.unique_ref, each])).values()].filter(
      ({ status }) => status !== "cancelled",
    ),
    locked,
  };
}

/** A session of an element that did not happen: a calendar that still has it does not bring it back. */
function isCalledOff<Row extends { outcome: Outcome; element_ref: string | null }>(
  row: Row,
): row is Row & { element_ref: string } {
  return row.outcome !== "held" && row.element_ref !== null;
}

export type ComparedDiary = Awaited<ReturnType<typeof comparedDiary>>;
export type RotaSession = ComparedDiary["sessions"][number];

/**
 * Condition: the event was imported before and is in the file, or its calendar had it on the days that the file covers.
 */
function isOf({ key, first, last, events, cancelled }: RotaCalendar) {
  // An event may be known as a session, as leave, or as one and then the other.
  const keys = JSON.stringify([...events, ...cancelled].flatMap(({ key }) => [key, leaveKey(key)]));
  const covered = between(rotaEvents.start_at, londonInstant(first), londonInstant(addDays(last, 1)));
  return or(
    and(eq(rotaEvents.calendar_key, key), covered),
    sql`${rotaEvents.unique_ref} IN (SELECT value FROM json_each(${keys}))`,
  );
}

/** Statement: one event of the calendar, on whatever day, that was given a key of the calendar's own; or none. */
function eventWithOwnKey(db: Database, userId: number, { key }: RotaCalendar) {
  const { user_id, unique_ref, calendar_key } = rotaEvents;
  return db
    .select({ unique_ref })
    .from(rotaEvents)
    .where(and(eq(user_id, userId), eq(calendar_key, key), gte(unique_ref, OWN_KEY_MARK)))
    .limit(1);
}

/** Statement: the sessions of these events, even if they were moved. */
function sessionsOfEvents(db: Database, userId: number, calendar: RotaCalendar) {
  return db
    .select(SESSION_COLUMNS)
    .from(rotaEvents)
    .innerJoin(sessions, refersTo(rotaEvents.session_ref, sessions))
    .where(and(eq(rotaEvents.user_id, userId), isOf(calendar)));
}

/** Statement: the leave of these events, even if it was moved. */
function leaveOfEvents(db: Database, userId: number, calendar: RotaCalendar) {
  return db
    .select(LEAVE_COLUMNS)
    .from(rotaEvents)
    .innerJoin(leave, refersTo(rotaEvents.session_ref, leave))
    .where(and(eq(rotaEvents.user_id, userId), isOf(calendar)));
}
