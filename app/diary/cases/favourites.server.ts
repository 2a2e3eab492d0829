import { and, count, desc, eq, lt, sql } from "drizzle-orm";
import { sessions } from "~/diary/sessions/table.server";
import type { Database } from "~/platform/db/database.server";
import { CHOSEN, chosenIn } from "./options-column.server";
import { type CaseOption, type OptionKind, STANDARD } from "./standard-options";
import { cases } from "./table.server";

/** How far back "recent" goes: far enough to know somebody's week, near enough to cost the same in every year. */
const RECENT_SESSIONS = 60;
const RECENT_CASES = 100;

/** How many favourites of a kind are shown: a row or two. */
const SHOWN: Record<OptionKind, number> = { airway: 6, procedure: 8 };

/** Nobody's favourites, at no cost: for who saves a case and shows none. */
export const NO_RECENT_USE = 0;

/**
 * What the user chose in the cases of the sessions that began last, most used first. For a page's batch.
 * @param before an instant: sessions that are still to come have no cases. See NO_RECENT_USE.
 */
export function recentUse(db: Database, userId: number, before: number) {
  const lately = db
    .select({ session_ref: sql<string>`${sessions.unique_ref}`.as("recent_session") })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), lt(sessions.start_at, before)))
    .orderBy(desc(sessions.start_at))
    .limit(RECENT_SESSIONS)
    .as("lately");
  const recent = db
    .select({ options: sql<string>`${cases.options}`.as("recent_options") })
    .from(lately)
    .innerJoin(cases, and(eq(cases.user_id, userId), eq(cases.session_ref, lately.session_ref)))
    .limit(RECENT_CASES)
    .as("recent");
  return db
    .select({ id: CHOSEN.id.as("chosen_id"), uses: count().as("uses") })
    .from(recent)
    .innerJoin(chosenIn(recent.options), sql`TRUE`)
    .groupBy(CHOSEN.id)
    .orderBy(desc(sql`uses`), CHOSEN.id);
}

export type RecentUse = Pick<Awaited<ReturnType<typeof recentUse>>[number], "id">;

/** The options of a kind to show first, of those that can be chosen. */
export function favourites(
  recent: readonly RecentUse[],
  kind: OptionKind,
  custom: readonly CaseOption[],
): CaseOption[] {
  const all = [...STANDARD[kind].flatMap((group) => group.options), ...custom];
  return recent
    .map((each) => all.find((option) => option.id === each.id))
    .filter((option) => option !== undefined)
    .slice(0, SHOWN[kind]);
}
