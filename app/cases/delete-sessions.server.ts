import { and, eq, sql } from "drizzle-orm";
import { claims } from "~/claims/table.server";
import { isStale, newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { rememberDeletion } from "~/db/idempotency.server";
import { keepForUndo, UNDO_MOST_BYTES, undoBytes, undoSteps } from "~/db/undo-steps.server";
import { SERIES_CHOICES, type SeriesChoice } from "~/sessions/going";
import { sessionHeading } from "~/sessions/heading.server";
import { ofUser } from "~/sessions/queries.server";
import { seriesFacts, seriesRow } from "~/sessions/series.server";
import { sessions } from "~/sessions/table.server";
import { asForm, type Shown } from "./deleted-sessions.server";
import { countOf, goingWith, inOrder, type WhatGoes } from "./going-sessions.server";
import { cases } from "./table.server";

/** How much a choice would take away, with the sum of the fees, and whether it could be undone. For a page's batch. */
export function goingCounts(db: Database, userId: number, sessionRef: string, choice: SeriesChoice) {
  const going = goingWith(db, userId, sessionRef, choice);
  const pence = sql<number>`(SELECT total(${claims.amount_pence}) FROM ${claims} WHERE ${going.claims.where})`;
  return db
    .select({
      sessions: countOf(going.sessions).as("sessions"),
      cases: countOf(going.cases).as("cases"),
      fees: countOf(going.claims).as("fees"),
      pence: pence.mapWith(Number).as("pence"),
      undoable: sql<boolean>`${undoBytes(inOrder(going))} <= ${UNDO_MOST_BYTES}`.mapWith(Boolean).as("undoable"),
    })
    .from(sql`(SELECT 1)`);
}

/** A session, the series that it is one of, and what each choice would take away; null when it is not there. */
export async function whatGoes(db: Database, userId: number, sessionRef: string) {
  const [[session], mates, ...each] = await db.batch([
    sessionHeading(db, userId, sessionRef),
    seriesRow(db, userId, sessionRef),
    ...SERIES_CHOICES.map((choice) => goingCounts(db, userId, sessionRef, choice)),
  ]);
  return session ? { session, series: seriesFacts(mates), counts: each.flat() } : null;
}

/** The statements that take sessions away with their fees, and their cases with all that hangs on those. */
export function deleteStatements(db: Database, userId: number, sessionRef: string, choice: SeriesChoice) {
  const going = goingWith(db, userId, sessionRef, choice);
  return [
    db.delete(claims).where(going.claims.where),
    db.delete(cases).where(going.cases.where),
    db.delete(sessions).where(going.sessions.where),
  ] as const;
}

/**
 * Deletes sessions in one batch, and nothing unless exactly what was shown would go.
 * @returns the step that undoes it, null when that would be too long to keep; or that it was not as shown.
 */
export async function deleteSessions(
  db: Database,
  userId: number,
  sessionRef: string,
  choice: SeriesChoice,
  shown: Shown,
  now: number,
): Promise<"changed" | "gone" | { undo: string | null }> {
  const going = goingWith(db, userId, sessionRef, choice);
  const says = shown.sessions === 1 ? "Session deleted" : `${shown.sessions} sessions deleted`;
  const undo = newRef();
  const step = sql`EXISTS (SELECT 1 FROM ${undoSteps} WHERE ${undoSteps.user_id} = ${userId} AND ${undoSteps.unique_ref} = ${undo})`;
  const startAt = sql`(SELECT ${sessions.start_at} FROM ${sessions} WHERE ${ofUser(userId, sessionRef)})`;
  try {
    const [, kept, , , , deleted] = await db.batch([
      asShown(db, userId, sessionRef, going, shown),
      keepForUndo(db, userId, { ref: undo, says, deletes: inOrder(going) }, now),
      rememberDeletion(db, userId, asForm(sessionRef, choice, shown), step, startAt, now),
      ...deleteStatements(db, userId, sessionRef, choice),
    ]);
    if (deleted.meta.changes === 0) return "gone";
    return { undo: kept.meta.changes > 0 ? undo : null };
  } catch (error) {
    if (isStale(error)) return "changed";
    throw error;
  }
}

/** Unless all is as shown the version comes out NULL, which fails the batch. */
function asShown(db: Database, userId: number, sessionRef: string, going: WhatGoes, shown: Shown) {
  const same = and(
    eq(sessions.version, shown.version),
    sql`${countOf(going.sessions)} = ${shown.sessions}`,
    sql`${countOf(going.cases)} = ${shown.cases}`,
    sql`${countOf(going.claims)} = ${shown.fees}`,
  );
  return db
    .update(sessions)
    .set({ version: sql`CASE WHEN ${same} THEN ${sessions.version} END` })
    .where(ofUser(userId, sessionRef));
}
