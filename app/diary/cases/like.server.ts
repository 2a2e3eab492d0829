import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { sessions } from "~/diary/sessions/table.server";
import type { Database } from "~/platform/db/database.server";
import { type ChosenOption, chosenOptions, placeOf, placeQueries, type SessionWithCases } from "./queries.server";
import { flagsName } from "./standard-options";
import { cases } from "./table.server";

/** The case that a new one is like: `last`, or one of the user's by its reference. */
export type Like = string;

type ModelCase = Pick<typeof cases.$inferSelect, "urgency" | "supervision">;

export interface SessionWithModel extends SessionWithCases {
  /** null when there is no such case. */
  model: { row: ModelCase; chosen: ChosenOption[] } | null;
}

/**
 * As `sessionWithCases`, with the case that a new one is to be like.
 * @param before the instant up to which recent use counts.
 * @throws 404 when the session is not the user's.
 */
export async function sessionWithModel(
  db: Database,
  userId: number,
  sessionRef: string,
  like: Like,
  before: number,
): Promise<SessionWithModel> {
  const ref = like === "last" ? lastCase(userId, sessionRef) : sql`${like}`;
  const [[row], ...place] = await db.batch([
    db
      .select(getTableColumns(cases))
      .from(cases)
      .where(and(eq(cases.user_id, userId), eq(cases.unique_ref, ref))),
    ...placeQueries(db, userId, sessionRef, before),
  ]);
  const session = placeOf(place);
  return { ...session, model: row ? { row, chosen: chosenOptions(row.options, session.custom) } : null };
}

const ofCase = alias(cases, "of_case");
const ofSession = alias(sessions, "of_session");

/** The case logged last in the session; for a session without one, in the latest session that has any. */
function lastCase(userId: number, sessionRef: string) {
  const holdsCases = sql`EXISTS (SELECT 1 FROM ${cases} AS held WHERE held.user_id = ${userId} AND held.session_ref = of_session.unique_ref)`;
  const latest = sql`(SELECT of_session.unique_ref FROM ${sessions} AS of_session
    WHERE of_session.user_id = ${userId} AND ${holdsCases} ORDER BY ${desc(ofSession.start_at)} LIMIT 1)`;
  const here = sql`(SELECT here.session_ref FROM ${cases} AS here
    WHERE here.user_id = ${userId} AND here.session_ref = ${sessionRef} LIMIT 1)`;
  return sql`(SELECT of_case.unique_ref FROM ${cases} AS of_case
    WHERE of_case.user_id = ${userId} AND of_case.session_ref = coalesce(${here}, ${latest})
    ORDER BY ${desc(ofCase.created_at)}, ${desc(ofCase.start_at)}, ${desc(ofCase.unique_ref)} LIMIT 1)`;
}

/**
 * What a new case takes over from the one that it is like: the technique, and how the list is run. What
 * belongs to the patient (age, gender, ASA, text, times, fee) is asked anew.
 */
export function answersLike({ row, chosen }: NonNullable<SessionWithModel["model"]>) {
  const ids = (kind: ChosenOption["kind"]) => chosen.filter((each) => each.kind === kind).map((each) => each.id);
  const flags = chosen.filter((each) => each.flags !== "");
  return {
    urgency: row.urgency === null ? "" : String(row.urgency),
    supervision: row.supervision === null ? "" : String(row.supervision),
    selected_airway_options_set: ids("airway"),
    selected_extra_options_set: ids("procedure"),
    ...Object.fromEntries(flags.map((each) => [flagsName(each.id), each.flags.split(",")])),
  };
}
