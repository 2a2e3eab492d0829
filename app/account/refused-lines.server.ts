import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { hashOf } from "~/platform/db/tokens";
import type { Act } from "./audit.server";
import { audit, users } from "./table.server";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What was refused of somebody, and under what its line of the day is found again. */
export interface RefusedLine {
  act: Act;
  ref: string;
}

/** @param key says of whom, and is keyed or random: the line's reference is made from it. */
export async function refusedLine(act: Act, key: string, now: number): Promise<RefusedLine> {
  return { act, ref: await hashOf(`${act}/${key}/${Math.floor(now / DAY_MS)}`) };
}

/**
 * Statement: one more of it stands in the activity log. One line a day with a count, so that a flood of tries is no flood
 * of lines.
 * @param whose finds the user; where there is none nothing is written, by the same work.
 */
export function noteRefused(db: Database, { act, ref }: RefusedLine, whose: SQL, now: number) {
  const values = sql`${ref}, ${users.unique_ref}, ${act}, ${now}, '', '1'`;
  return db
    .insert(audit)
    .select(sql`SELECT ${values} FROM ${users} WHERE ${whose}`)
    .onConflictDoUpdate({
      target: audit.unique_ref,
      set: { occurred_at: now, detail: sql`CAST(CAST(${audit.detail} AS INTEGER) + 1 AS TEXT)` },
    });
}

/** Statements: what was noted before it was looked at was right after all. */
export function takeBackRefused(db: Database, { ref }: RefusedLine) {
  return [
    db.update(audit).set({ detail: sql`CAST(CAST(detail AS INTEGER) - 1 AS TEXT)` }).where(eq(audit.unique_ref, ref)),
    db.delete(audit).where(and(eq(audit.unique_ref, ref), eq(audit.detail, "0"))),
  ] as const;
}
