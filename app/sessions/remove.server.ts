import { type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import type { ShownForDelete } from "./form";
import { ofUser } from "./queries.server";
import { sessions } from "./table.server";

/**
 * First in a batch that deletes a session: unless that is as its page said, the whole batch fails, and
 * `isStale` knows the error.
 * @param caseCount how many cases it has now, as a subselect.
 */
export function sessionAsShown(
  db: Database,
  userRef: string,
  sessionRef: string,
  shown: ShownForDelete,
  caseCount: SQLWrapper,
) {
  const same = sql`${sessions.version} = ${shown.version} AND ${caseCount} = ${shown.cases}`;
  return db
    .update(sessions)
    .set({ version: sql`CASE WHEN ${same} THEN ${sessions.version} END` })
    .where(ofUser(userRef, sessionRef));
}

/** The statement that takes one session away; those of its cases stand before it in the batch. */
export function deleteSession(db: Database, userRef: string, sessionRef: string) {
  return db.delete(sessions).where(ofUser(userRef, sessionRef));
}
