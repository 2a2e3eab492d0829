import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { deleteOnce } from "~/db/delete-once.server";
import { thisLeave } from "./queries.server";
import { leave, lieuLedger } from "./table.server";

/** Takes a leave away, as `deleteOnce` does, with the line of time in lieu that was spent on it. */
export function deleteLeave(db: Database, userId: number, leaveRef: string, version: number, now: number) {
  const spent = and(eq(lieuLedger.user_id, userId), eq(lieuLedger.leave_ref, leaveRef));
  const deletion = {
    ...{ table: leave, ref: leaveRef, where: thisLeave(userId, leaveRef), version, says: "Leave deleted" },
    hanging: [{ table: lieuLedger, where: sql`${spent}` }],
  };
  return deleteOnce(db, userId, deletion, now);
}
