import { sql } from "drizzle-orm";
import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import type { FormKey } from "~/db/idempotency.server";
import { type Going, UNDO_MOST_BYTES, undoBytes } from "~/db/undo-steps.server";
import type { Asker } from "~/http/context";
import { areAsShown, changedMeanwhile, changeMany, notAsShown } from "./act.server";
import type { GoingCounts, ShownRow } from "./form";
import { goesWords } from "./ticked";
import { type Answer, listed, refsOf, stillAsShown, these } from "./ticked-rows.server";

function goingWith(userId: number, refs: readonly string[]): [Going, Going] {
  const list = listed(refs);
  return [
    { table: cases, where: these(cases, userId, refs) },
    { table: claims, where: sql`${claims.user_id} = ${userId} AND ${claims.case_ref} IN ${list}` },
  ];
}

/** What deleting them would take away, for the question before it. */
export async function whatGoes(by: Asker, shown: readonly ShownRow[]): Promise<Answer> {
  const { db, userId } = by;
  const going = goingWith(userId, refsOf(shown));
  const [rows, [counts]] = await db.batch([
    rowsOf(by, shown),
    db
      .select({
        fees: sql<number>`(SELECT count(*) FROM ${claims} WHERE ${going[1].where})`.mapWith(Number).as("fees"),
        undoable: sql<boolean>`${undoBytes(going)} <= ${UNDO_MOST_BYTES}`.mapWith(Boolean).as("undoable"),
      })
      .from(sql`(SELECT 1)`),
  ]);
  if (!areAsShown(shown, rows)) return changedMeanwhile("case", shown.length);
  return { asks: "delete", rows: 0, cases: shown.length, fees: counts?.fees ?? 0, undoable: counts?.undoable ?? true };
}

/** Deletes the ticked cases with their fees, as many as the question named. */
export async function deleteNow(
  by: Asker,
  form: FormKey,
  shown: readonly ShownRow[],
  counts: GoingCounts,
): Promise<Answer> {
  const { db, userId } = by;
  const rows = await rowsOf(by, shown);
  const says = `Deleted: ${goesWords({ cases: shown.length, fees: counts.fees })}`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "case", shown.length);
  const [ofCases, ofFees] = goingWith(userId, refsOf(shown));
  const isAsShown = sql`(SELECT count(*) FROM ${claims} WHERE ${ofFees.where}) = ${counts.fees}`;
  const done = await changeMany(by, {
    ...{ form, says, holds: [ofCases, ofFees] },
    statements: [
      stillAsShown(by, cases, shown, isAsShown),
      db.delete(claims).where(ofFees.where),
      db.delete(cases).where(ofCases.where),
    ],
  });
  return done ?? changedMeanwhile("case", shown.length);
}

export function rowsOf({ db, userId }: Asker, shown: readonly ShownRow[]) {
  return db
    .select()
    .from(cases)
    .where(these(cases, userId, refsOf(shown)));
}
