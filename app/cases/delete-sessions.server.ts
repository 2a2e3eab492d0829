import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import { claims, ownClaims } from "~/claims/table.server";
import { isStale, newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { rememberDeletion, rememberedDeletion } from "~/db/idempotency.server";
import {
  type DeletedBy,
  type Going,
  keepForUndo,
  stepThatDeleted,
  UNDO_MOST_BYTES,
  undoBytes,
  undoSteps,
} from "~/db/undo-steps.server";
import type { DeleteAnswers } from "~/sessions/form";
import { countsText, type GoingCounts, SERIES_CHOICES, type SeriesChoice, sameCounts } from "~/sessions/going";
import { sessionHeading } from "~/sessions/heading.server";
import { ofUser } from "~/sessions/queries.server";
import { inSeriesOf, notBefore, seriesFacts, seriesRow } from "~/sessions/series.server";
import { sessions } from "~/sessions/table.server";
import { caseOptions, cases, ownOptions } from "./table.server";

interface WhatGoes {
  sessions: Going;
  cases: Going;
  caseOptions: Going;
  claims: Going;
}

/** The rows that a choice takes away, as conditions that hold as long as the session itself is there. */
function goingWith(db: Database, userRef: string, sessionRef: string, choice: SeriesChoice): WhatGoes {
  const ofSeries = inSeriesOf(db, userRef, sessionRef);
  const chosen = {
    1: ofUser(userRef, sessionRef),
    2: and(ofSeries, notBefore(db, userRef, sessionRef)),
    3: ofSeries,
  }[choice] as SQL;
  const sessionRefs = sql`(SELECT ${sessions.unique_ref} FROM ${sessions} WHERE ${chosen})`;
  const ofSessions = sql`${cases.user_ref} = ${userRef} AND ${cases.session_ref} IN ${sessionRefs}`;
  const caseRefs = sql`(SELECT ${cases.unique_ref} FROM ${cases} WHERE ${ofSessions})`;
  return {
    sessions: { table: sessions, where: chosen },
    cases: { table: cases, where: ofSessions },
    caseOptions: { table: caseOptions, where: sql`${ownOptions(userRef)} AND ${caseOptions.case_ref} IN ${caseRefs}` },
    claims: {
      table: claims,
      where: sql`${ownClaims(userRef)} AND (${claims.session_ref} IN ${sessionRefs} OR ${claims.case_ref} IN ${caseRefs})`,
    },
  };
}

/** What others point at comes back first. */
function inOrder(going: WhatGoes): Going[] {
  return [going.sessions, going.cases, going.caseOptions, going.claims];
}

function countOf({ table, where }: Going): SQL<number> {
  return sql<number>`(SELECT count(*) FROM ${table} WHERE ${where})`.mapWith(Number);
}

/** How much a choice would take away, with the sum of the fees, and whether it could be undone. For a page's batch. */
export function goingCounts(db: Database, userRef: string, sessionRef: string, choice: SeriesChoice) {
  const going = goingWith(db, userRef, sessionRef, choice);
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
export async function whatGoes(db: Database, userRef: string, sessionRef: string) {
  const [[session], mates, ...each] = await db.batch([
    sessionHeading(db, userRef, sessionRef),
    seriesRow(db, userRef, sessionRef),
    ...SERIES_CHOICES.map((choice) => goingCounts(db, userRef, sessionRef, choice)),
  ]);
  return session ? { session, series: seriesFacts(mates), counts: each.flat() } : null;
}

/** The statements that take sessions away with their fees, and their cases with all that hangs on those. */
export function deleteStatements(db: Database, userRef: string, sessionRef: string, choice: SeriesChoice) {
  const going = goingWith(db, userRef, sessionRef, choice);
  return [
    db.delete(claims).where(going.claims.where),
    db.delete(caseOptions).where(going.caseOptions.where),
    db.delete(cases).where(going.cases.where),
    db.delete(sessions).where(going.sessions.where),
  ] as const;
}

/** What a page said would go. */
interface Shown extends GoingCounts {
  version: number;
}

/**
 * Deletes sessions in one batch, and nothing unless exactly what was shown would go.
 * @returns the step that undoes it, null when that would be too long to keep; or that it was not as shown.
 */
export async function deleteSessions(
  db: Database,
  userRef: string,
  sessionRef: string,
  choice: SeriesChoice,
  shown: Shown,
  now: number,
): Promise<"changed" | "gone" | { undo: string | null }> {
  const going = goingWith(db, userRef, sessionRef, choice);
  const says = shown.sessions === 1 ? "Session deleted" : `${shown.sessions} sessions deleted`;
  const undo = newRef();
  const step = sql`EXISTS (SELECT 1 FROM ${undoSteps} WHERE ${undoSteps.unique_ref} = ${undo})`;
  const startAt = sql`(SELECT ${sessions.start_at} FROM ${sessions} WHERE ${ofUser(userRef, sessionRef)})`;
  try {
    const [, kept, , , , , deleted] = await db.batch([
      asShown(db, userRef, sessionRef, going, shown),
      keepForUndo(db, userRef, { ref: undo, says, deletes: inOrder(going) }, now),
      rememberDeletion(db, userRef, asForm(sessionRef, choice, shown), step, startAt, now),
      ...deleteStatements(db, userRef, sessionRef, choice),
    ]);
    if (deleted.meta.changes === 0) return "gone";
    return { undo: kept.meta.changes > 0 ? undo : null };
  } catch (error) {
    if (isStale(error)) return "changed";
    throw error;
  }
}

/** What tells one form of a deletion from another. */
function asForm(ref: string, choice: SeriesChoice, { version, ...counts }: Shown) {
  return { ref, version, fingerprint: `${choice}:${countsText([counts])}` };
}

/** Unless all is as shown the version comes out NULL, which fails the batch. */
function asShown(db: Database, userRef: string, sessionRef: string, going: WhatGoes, shown: Shown) {
  const same = and(
    eq(sessions.version, shown.version),
    sql`${countOf(going.sessions)} = ${shown.sessions}`,
    sql`${countOf(going.cases)} = ${shown.cases}`,
    sql`${countOf(going.claims)} = ${shown.fees}`,
  );
  return db
    .update(sessions)
    .set({ version: sql`CASE WHEN ${same} THEN ${sessions.version} END` })
    .where(ofUser(userRef, sessionRef));
}

/** What an act took away with a session. */
interface Gone {
  counts: GoingCounts;
  startAt: number;
  undo: string | null;
}

/**
 * For a form whose session is gone: the act that this very form did before, when it can still be undone or was too
 * large for that.
 * @returns what went, as the form was told then; null when it was not so.
 */
export async function deletedBefore(
  db: Database,
  userRef: string,
  sessionRef: string,
  { recurring, shown, version }: Pick<DeleteAnswers, "recurring" | "shown" | "version">,
  now: number,
): Promise<Gone | null> {
  const step = await stepThatDeleted(db, userRef, sessions, sessionRef, now);
  const choice = recurring ?? "1";
  const counts = shown[SERIES_CHOICES.indexOf(choice)];
  if (!counts) return null;
  if (!step) return remembered(db, userRef, sessionRef, choice, { ...counts, version });
  const gone = goneIn(step);
  return step.row.version === version && sameCounts(gone.counts, counts) ? gone : null;
}

/** What a call says of a deletion; it need not say what it has seen. */
interface AskedToGo {
  choice: SeriesChoice;
  version: number | null | undefined;
  goes: GoingCounts | null | undefined;
}

/** As `deletedBefore`, for a call: of what it asks to take away, nothing may be left. */
export async function deletedByCall(
  db: Database,
  userRef: string,
  sessionRef: string,
  { choice, version, goes }: AskedToGo,
  now: number,
): Promise<Gone | null> {
  const step = await stepThatDeleted(db, userRef, sessions, sessionRef, now);
  // What was too large to be undone is known by all that was said of it.
  if (!step) return goes && version ? remembered(db, userRef, sessionRef, choice, { ...goes, version }) : null;
  if ((version ?? step.row.version) !== step.row.version) return null;
  const gone = goneIn(step);
  if (goes && !sameCounts(goes, gone.counts)) return null;
  if (choice === "1") return gone.counts.sessions === 1 ? gone : null;
  const left = await db.$count(
    sessions,
    and(
      eq(sessions.user_ref, userRef),
      eq(sessions.recurring_uuid, String(step.row.recurring_uuid)),
      choice === "2" ? gte(sessions.start_at, gone.startAt) : undefined,
    ),
  );
  return left === 0 ? gone : null;
}

async function remembered(
  db: Database,
  userRef: string,
  sessionRef: string,
  choice: SeriesChoice,
  shown: Shown,
): Promise<Gone | null> {
  const startAt = await rememberedDeletion(db, userRef, asForm(sessionRef, choice, shown));
  const { version: _, ...counts } = shown;
  return startAt === null ? null : { counts, startAt, undo: null };
}

function goneIn({ ref, row, counts }: DeletedBy): Gone {
  const { sessions = 0, cases = 0, claims = 0 } = counts;
  return { counts: { sessions, cases, fees: claims }, startAt: Number(row.start_at), undo: ref };
}
