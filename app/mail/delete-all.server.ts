import { and, eq, inArray, or, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { outbox } from "./table.server";

/**
 * For the end of an account: mails of its user, and those that belong to nobody but go to them.
 * @param addresses a subselect of their verified address in lower case.
 */
export function deleteAllMails(db: Database, userRef: string, addresses: SQLWrapper) {
  const toThem = and(eq(outbox.user_ref, ""), inArray(sql`lower(${outbox.recipient})`, addresses));
  return [db.delete(outbox).where(or(eq(outbox.user_ref, userRef), toThem))] as const;
}
