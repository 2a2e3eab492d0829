import type { Database } from "~/db/database.server";
import { ofUser } from "./queries.server";
import { sessions } from "./table.server";

/** The statement that takes one session away; those of its cases stand before it in the batch. */
export function deleteSession(db: Database, userRef: string, sessionRef: string) {
  return db.delete(sessions).where(ofUser(userRef, sessionRef));
}
