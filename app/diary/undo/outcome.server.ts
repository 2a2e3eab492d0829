import { sql } from "drizzle-orm";
import { DIARY_PARTS, type PartName } from "~/diary/aggregate.server";
import { openNumber } from "~/diary/write-rows.server";
import type { Database } from "~/platform/db/database.server";
import type { Outcome } from "./format";

/** For the batch of undoing a change, after its rows: the open change is the undo. */
export function outcomeOf(db: Database, userId: number, number: number) {
  const there = DIARY_PARTS.map(
    ({ name, table }) => sql`WHEN ${name} THEN EXISTS (SELECT 1 FROM ${table} AS row WHERE row.user_id = ${userId}
      AND row.unique_ref = kept.unique_ref)`,
  );
  return db
    .select({
      part: sql<PartName>`kept.table_name`.as("part"),
      did: sql<Outcome["did"]>`CASE WHEN kept.before IS NULL THEN 'made' WHEN kept.version_left IS NULL THEN 'deleted'
        ELSE 'changed' END`.as("did"),
      rows: sql<number>`count(*)`.as("n_rows"),
      undone: sql<number>`count(own.unique_ref)`.as("n_undone"),
      there: sql<number>`sum(CASE kept.table_name ${sql.join(there, sql` `)} END)`.as("n_there"),
    })
    .from(sql`changed_rows AS kept LEFT JOIN changed_rows AS own ON own.user_id = kept.user_id
      AND own.number = ${openNumber(userId)} AND own.table_name = kept.table_name AND own.unique_ref = kept.unique_ref AND NOT own.only_moved`)
    .where(sql`kept.user_id = ${userId} AND kept.number = ${number} AND NOT kept.only_moved`)
    .groupBy(sql`part, did`);
}
