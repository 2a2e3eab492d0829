import { and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { CHANGED_SINCE, changedRowsOf } from "./open-change.server";
import { changedRows, changes, diaries } from "./table.server";
import type { Writer } from "./write-rows.server";

/** Query: the number of a diary's newest change; null before the first. For a batch. */
export function newestChange({ db, userId }: Pick<Writer, "db" | "userId">) {
  return db.select({ number: diaries.last_change }).from(diaries).where(eq(diaries.user_id, userId));
}

/**
 * Makes one change of those that one request made, one after the other, so that one undo undoes all of them.
 * @param after the number of the newest change before
 * @returns the reference for undoing it; null where there is nothing to undo, or something else was saved or undone in
 * between: then they stay apart
 */
export async function joinChanges(
  { db, userId, now }: Pick<Writer, "db" | "userId" | "now">,
  after: number,
  message: string,
): Promise<string | null> {
  const made = await db
    .select({ number: changes.number })
    .from(changes)
    .where(
      and(
        eq(changes.user_id, userId),
        gt(changes.number, after),
        eq(changes.occurred_at, now),
        isNull(changes.undoes),
        changedRowsOf(userId, changes.number),
      ),
    )
    .orderBy(changes.number);
  const numbers = made.map(({ number }) => number);
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return null;
  if (first === last) return String(last);
  const former = numbers.slice(0, -1);
  const ofChange = (where: SQL) => and(eq(changes.user_id, userId), where);
  const among = sql`SELECT count(*) AS n, count(undone_by) AS undone FROM ${changes}
    WHERE user_id = ${userId} AND number BETWEEN ${first} AND ${last}`;
  // The key of an edit keeps the version that it left (`editForm`): sent again, it is known by that.
  const isOfNewRow = sql`instr(${idempotencyKeys.key}, ${idempotencyKeys.result_ref} || '/') <> 1`;
  const isWhole = sql`(SELECT n = ${numbers.length} AND undone = 0 FROM (${among}))`;
  try {
    await db.batch([
      assertThat(db, [CHANGED_SINCE, isWhole]),
      // The newest first: what a row was before all of them stands last.
      ...former.toReversed().map((number) =>
        db
          .insert(changedRows)
          .select(
            sql`SELECT user_id, ${last}, table_name, unique_ref, before, version_left, only_moved FROM ${changedRows}
              WHERE user_id = ${userId} AND number = ${number}`,
          )
          .onConflictDoUpdate({
            target: [changedRows.user_id, changedRows.number, changedRows.table_name, changedRows.unique_ref],
            set: { before: sql`excluded.before`, only_moved: sql`only_moved AND excluded.only_moved` },
          }),
      ),
      db
        .update(idempotencyKeys)
        .set({ change_number: last })
        .where(and(eq(idempotencyKeys.user_id, userId), inArray(idempotencyKeys.change_number, former), isOfNewRow)),
      db.delete(changes).where(ofChange(inArray(changes.number, former))),
      db
        .update(changes)
        .set({ message })
        .where(ofChange(eq(changes.number, last))),
    ]);
    return String(last);
  } catch (error) {
    if (failedAssertion(error) === CHANGED_SINCE) return null;
    throw error;
  }
}
