import { sql } from "drizzle-orm";
import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import type { FormKey } from "~/db/idempotency.server";
import { type Going, UNDO_MOST_BYTES, undoBytes } from "~/db/undo-steps.server";
import type { Asker } from "~/http/context";
import { sessions } from "~/sessions/table.server";
import { areAsShown, changedMeanwhile, changeMany, notAsShown } from "./act.server";
import type { GoingCounts, ShownRow } from "./form";
import { goesWords } from "./ticked";
import { type Answer, listed, refsOf, stillAsShown, these } from "./ticked-rows.server";

/** What deleting them would take away, for the question before it. */
export async function whatGoes(by: Asker, shown: readonly ShownRow[]): Promise<Answer> {
  const { db, userId } = by;
  const going = goingWith(userId, refsOf(shown));
  const [rows, [counts]] = await db.batch([
    rowsOf(by, shown),
    db
      .select({
        cases: sql<number>`(SELECT count(*) FROM ${cases} WHERE ${going.cases})`.mapWith(Number).as("cases"),
        fees: sql<number>`(SELECT count(*) FROM ${claims} WHERE ${going.claims})`.mapWith(Number).as("fees"),
        undoable: sql<boolean>`${undoBytes(inOrder(going))} <= ${UNDO_MOST_BYTES}`.mapWith(Boolean).as("undoable"),
      })
      .from(sql`(SELECT 1)`),
  ]);
  if (!areAsShown(shown, rows)) return changedMeanwhile("session", shown.length);
  const { cases: held = 0, fees = 0, undoable = true } = counts ?? {};
  return { asks: "delete", rows: shown.length, cases: held, fees, undoable };
}

/** Deletes the ticked sessions with all that hangs on them, as much as the question named. */
export async function deleteNow(
  by: Asker,
  form: FormKey,
  shown: readonly ShownRow[],
  counts: GoingCounts,
): Promise<Answer> {
  const { db, userId } = by;
  const rows = await rowsOf(by, shown);
  const says = `Deleted: ${goesWords({ sessions: shown.length, ...counts })}`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "session", shown.length);
  const going = goingWith(userId, refsOf(shown));
  const isAsShown = sql`(SELECT count(*) FROM ${cases} WHERE ${going.cases}) = ${counts.cases}
    AND (SELECT count(*) FROM ${claims} WHERE ${going.claims}) = ${counts.fees}`;
  const done = await changeMany(by, {
    ...{ form, says, holds: inOrder(going) },
    statements: [
      stillAsShown(by, sessions, shown, isAsShown),
      db.delete(claims).where(going.claims),
      db.delete(cases).where(going.cases),
      db.delete(sessions).where(going.sessions),
    ],
  });
  return done ?? changedMeanwhile("session", shown.length);
}

function goingWith(userId: number, refs: readonly string[]) {
  const list = listed(refs);
  const ofSessions = sql`${cases.user_id} = ${userId} AND ${cases.session_ref} IN ${list}`;
  const caseRefs = sql`(SELECT ${cases.unique_ref} FROM ${cases} WHERE ${ofSessions})`;
  return {
    sessions: these(sessions, userId, refs),
    cases: ofSessions,
    claims: sql`(${claims.user_id} = ${userId} AND ${claims.session_ref} IN ${list})
      OR (${claims.user_id} = ${userId} AND ${claims.case_ref} IN ${caseRefs})`,
  };
}

/** What others point at comes back first. */
function inOrder(going: ReturnType<typeof goingWith>): Going[] {
  return [
    { table: sessions, where: going.sessions },
    { table: cases, where: going.cases },
    { table: claims, where: going.claims },
  ];
}

export function rowsOf({ db, userId }: Asker, shown: readonly ShownRow[]) {
  return db
    .select()
    .from(sessions)
    .where(these(sessions, userId, refsOf(shown)));
}
