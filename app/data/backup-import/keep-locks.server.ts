import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "~/platform/context";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";

// A file is no change of the diary, so its batch does not end as a change does: it asserts that the locked periods are
// those by which records were left out, or where everything is replaced, that they are empty.

const LOCKS = "locks";

type Where = Pick<Actor, "db" | "userId">;

/** Reads which periods a user has locked, as one text for `assertLocks`. */
export async function readLocks({ db, userId }: Where): Promise<string> {
  const [read] = await db.select({ locks: locksOf(userId) }).from(sql`(SELECT 1)`);
  return read?.locks ?? "";
}

function locksOf(userId: number): SQL<string> {
  return sql<string>`(SELECT json_group_array(unique_ref ORDER BY unique_ref) FROM locked_periods WHERE user_id = ${userId})`;
}

/** Statement: fails the batch (`areLocksInTheWay`) unless the user's locked periods are those that were read. */
export function assertLocks({ db, userId }: Where, locks: string) {
  return assertThat(db, [LOCKS, sql`${locksOf(userId)} = ${locks}`]);
}

/** Statement: fails the batch (`areLocksInTheWay`) if one of the periods that were read holds anything. */
export function assertLocksAreEmpty({ db, userId }: Where, locks: string) {
  const starts = (table: string) =>
    `${table} AS own WHERE own.user_id = held.user_id AND own.start_at >= held.start_at AND own.start_at < held.end_at`;
  const lasts = (table: string, last: string) =>
    `${table} AS own WHERE own.user_id = held.user_id AND own.date_start <= held.date_end AND ${last} >= held.date_start`;
  const rows = [
    ...[starts("sessions"), starts("cancellations"), lasts("leave", "own.date_end")],
    lasts("job_plans", "coalesce(own.date_end, '9999-12-31')"),
    "local_public_holidays AS own WHERE own.user_id = held.user_id AND own.day BETWEEN held.date_start AND held.date_end",
  ];
  const holds = sql.raw(rows.map((from) => `EXISTS (SELECT 1 FROM ${from})`).join(" OR "));
  const held = sql`json_each(${locks}) AS each CROSS JOIN locked_periods AS held
    ON held.user_id = ${userId} AND held.unique_ref = each.value`;
  return assertThat(db, [LOCKS, sql`NOT EXISTS (SELECT 1 FROM ${held} WHERE ${holds})`]);
}

export function areLocksInTheWay(error: unknown): boolean {
  return failedAssertion(error) === LOCKS;
}
