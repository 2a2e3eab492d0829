import { and, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import { readableCaseText } from "~/diary/cases/encrypted-text.server";
import { NEWEST_FIRST } from "~/diary/cases/options.server";
import { sessionWithCasesOf, sessionWithCasesQueries } from "~/diary/cases/queries.server";
import { cases } from "~/diary/cases/table.server";
import { nthLastStart } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import type { Actor } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { nearText, withTexts } from "~/platform/db/near-texts.server";

/**
 * How far back the offered descriptions reach: about a year of a weekly list, and bounded so that the query does not
 * cost more as the logbook grows.
 */
const SESSIONS_BACK = 40;
const CASES_BACK = 80;
const MAX_DESCRIPTIONS = 30;

/** Query for a page's batch: the texts of the newest cases of sessions with the same element. */
function newestTexts(db: Database, userId: number, sessionRef: string, before: number) {
  const element = sql`(SELECT here.element_ref FROM ${sessions} AS here
    WHERE here.user_id = ${userId} AND here.unique_ref = ${sessionRef})`;
  const since = nthLastStart(userId, before, SESSIONS_BACK, sql`late.element_ref IS ${element}`);
  return db
    .select({ unique_ref: cases.unique_ref, ...nearText(cases.text_encrypted, sql.join(NEWEST_FIRST, sql`, `)) })
    .from(sessions)
    .innerJoin(cases, and(eq(cases.user_id, userId), eq(cases.session_ref, sessions.unique_ref)))
    .where(
      and(
        eq(sessions.user_id, userId),
        sql`${sessions.element_ref} IS ${element}`,
        gte(sessions.start_at, since),
        lt(sessions.start_at, before),
        isNotNull(cases.text_encrypted),
        eq(cases.identifier_suspected, false),
      ),
    )
    .orderBy(...NEWEST_FIRST)
    .limit(CASES_BACK);
}

/**
 * A session as `sessionWithCasesOf` returns it, and the user's descriptions of cases in such sessions, most common first.
 * @param now only sessions that began before it are searched: later ones have no descriptions
 * @throws 404 when the session does not exist, or is not the user's
 */
export async function sessionWithHistory({ db, userId, cipher, now }: Actor, sessionRef: string) {
  const [texts, ...place] = await db.batch([
    newestTexts(db, userId, sessionRef, now),
    ...sessionWithCasesQueries(db, userId, sessionRef, 0),
  ]);
  const found = sessionWithCasesOf(place);
  const descriptions = await withTexts(
    db,
    { table: cases, userId },
    texts,
    ({ unique_ref }) => unique_ref,
    async (row) => (await readableCaseText(cipher, row))?.case_description ?? "",
  );
  return { ...found, descriptions: commonest(descriptions) };
}

/**
 * The most common descriptions, each once, as it was last written. Those of several lines are no names of operations.
 */
function commonest(descriptions: readonly string[]): string[] {
  const counted = new Map<string, { text: string; count: number }>();
  for (const text of descriptions.map((each) => each.trim())) {
    if (text === "" || text.includes("\n") || text.length > 80) continue;
    const key = text.toLowerCase();
    const found = counted.get(key);
    if (found) found.count += 1;
    else counted.set(key, { text, count: 1 });
  }
  return [...counted.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_DESCRIPTIONS)
    .map(({ text }) => text);
}
