import { sql } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { formatSpan } from "./format";
import { inStretch, NEWEST, type Place, rowOfSet, STRETCH_ROWS } from "./stretch.server";

const r = rowOfSet();

/** A session on the day of a row, to choose. */
export interface SessionChoice {
  session_ref: string;
  /** `All-day orthopaedics, 08:00 – 18:00`. */
  label: string;
  /** The row starts within its times. */
  fits: boolean;
}

/** A session goes on for no longer than this over the day of a row. */
const REACH_MS = 86_400_000;

/** The sessions on the days of a stretch's rows. For a page's batch. */
export function choicesOf(db: Database, userId: number, place: Place) {
  const rows = db
    .select({ unique_ref: r.unique_ref, start_at: r.start_at, day_at: r.day_at, next_day_at: r.next_day_at })
    .from(r)
    .where(inStretch(userId, place))
    .orderBy(...NEWEST)
    .limit(STRETCH_ROWS)
    .offset(place.after ? 0 : place.from)
    .as("shown");
  return (
    db
      .select({
        row_ref: rows.unique_ref,
        session_ref: sql<string>`s.unique_ref`.as("session_ref"),
        session_start: sql<number>`s.start_at`.as("session_start"),
        session_end: sql<number>`s.end_at`.as("session_end"),
        element: sql<string | null>`e.description`.as("element"),
        fits: sql<number>`coalesce(shown.start_at >= s.start_at AND shown.start_at < s.end_at, FALSE)`
          .mapWith(Boolean)
          .as("fits"),
      })
      .from(rows)
      // In this order: SQLite would else find the rows anew for each session.
      .crossJoin(sql`sessions AS s`)
      .leftJoin(sql`job_plan_elements AS e`, sql`e.unique_ref = s.element_ref AND e.user_id = s.user_id`)
      .where(
        sql`s.user_id = ${userId} AND s.start_at > shown.day_at - ${REACH_MS} AND s.start_at < shown.next_day_at
        AND s.end_at > shown.day_at`,
      )
      .orderBy(sql`s.start_at`)
  );
}

export type ChoiceRow = Awaited<ReturnType<typeof choicesOf>>[number];

export function choiceOf({ session_ref, session_start, session_end, element, fits }: ChoiceRow): SessionChoice {
  const label = `${element ?? "No job plan element"}, ${formatSpan(session_start, session_end)}`;
  return { session_ref, label, fits };
}
