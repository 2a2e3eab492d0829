import { and, type SQL, sql } from "drizzle-orm";
import { cascade, deletionPreview, matchesPreview } from "~/changes/parts.server";
import { writeChange } from "~/changes/write-change.server";
import { isAmong, type Writer } from "~/changes/write-rows.server";
import { fees } from "~/diary/fees/table.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod } from "~/diary/locks/rules";
import { changeThatDeleted } from "~/diary/undo/queries.server";
import type { Actor } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import { londonMoment } from "~/platform/time/london";
import { inSeriesOf, notBefore, seriesFacts, seriesRow } from "../series/series.server";
import { countsText, type DeletionCounts, deletesOther, SERIES_CHOICES, type SeriesChoice } from "./deletion";
import { ofUser, sessionHeading } from "./queries.server";
import { sessions } from "./table.server";

/** Condition: the sessions that a choice deletes. It holds only while the session itself exists. */
function isChosen(db: Database, userId: number, sessionRef: string, choice: SeriesChoice): SQL {
  if (choice === "1") return ofUser(userId, sessionRef) as SQL;
  const ofSeries = inSeriesOf(db, userId, sessionRef);
  return choice === "3" ? ofSeries : (and(ofSeries, notBefore(db, userId, sessionRef)) as SQL);
}

/** Numbers of rows that a choice deletes, with the sum of their fees in pence. For a page's batch. */
export function previewOf(db: Database, userId: number, sessionRef: string, choice: SeriesChoice) {
  const chosen = isChosen(db, userId, sessionRef, choice);
  const counts = deletionPreview(userId, "sessions", chosen);
  const feeList = cascade(userId, "sessions", chosen).get("fees");
  const pence = sql<number>`(SELECT total(${fees.amount_pence}) FROM ${fees} WHERE ${feeList})`;
  return db
    .select({
      ...{ sessions: counts.sessions, cases: counts.cases, fees: counts.fees },
      pence: pence.mapWith(Number).as("pence"),
    })
    .from(sql`(SELECT 1)`);
}

/** Returns a session, its series, and what each choice deletes; null when the session does not exist. */
export async function previewDeletion(db: Database, userId: number, sessionRef: string) {
  const [[session], series, inSeries, locks, ...counts] = await db.batch([
    sessionHeading(db, userId, sessionRef),
    seriesRow(db, userId, sessionRef),
    db
      .select({ unique_ref: sessions.unique_ref, version: sessions.version, start_at: sessions.start_at })
      .from(sessions)
      .where(inSeriesOf(db, userId, sessionRef)),
    locksOf(db, userId),
    ...SERIES_CHOICES.map((choice) => previewOf(db, userId, sessionRef, choice)),
  ]);
  return session ? { session, series: seriesFacts(series), inSeries, locks, counts: counts.flat() } : null;
}

/** Locked periods, in words, that hold the session, and of each choice one of its sessions; null for none. */
export function locksOfDeletion({ session, inSeries, locks }: Pick<Preview, "session" | "inSeries" | "locks">) {
  const wordsOf = ({ start_at }: { start_at: number }) => formatLockedPeriod(locks, londonMoment(start_at).date);
  const ofChoice = (choice: SeriesChoice) =>
    inSeries
      .filter((other) => deletesOther(choice, session, other))
      .map(wordsOf)
      .find((words) => words !== null) ?? null;
  return { locked: wordsOf(session), lockedChoices: SERIES_CHOICES.map(ofChoice) };
}

export type Preview = NonNullable<Awaited<ReturnType<typeof previewDeletion>>>;

/** What a form or a call asks to delete. A call may omit version and counts. */
interface DeletionRequest {
  choice: SeriesChoice;
  version: number | null | undefined;
  counts: DeletionCounts | null | undefined;
}

export interface Deleted {
  counts: DeletionCounts;
  startAt: number;
  undo: string | null;
}

/**
 * Deletes the sessions of a choice, or nothing unless exactly what was shown is deleted. A repeated request gets the
 * same result.
 * @returns null when the session no longer exists
 */
export async function deleteSessions(
  by: Writer,
  { session, inSeries }: Pick<Preview, "session" | "inSeries">,
  { choice, version, counts }: { choice: SeriesChoice; version: number; counts: DeletionCounts },
): Promise<Deleted | "changed" | null> {
  const { unique_ref: sessionRef, start_at: startAt } = session;
  const others = inSeries.filter((other) => other.unique_ref !== sessionRef && deletesOther(choice, session, other));
  const rows = [{ unique_ref: sessionRef, version }, ...others];
  const refs = rows.map(({ unique_ref }) => unique_ref);
  const written = await writeChange(by, {
    message: counts.sessions === 1 ? "Session deleted" : `${counts.sessions} sessions deleted`,
    seen: rows.map((row) => ({ part: "sessions", ref: row.unique_ref, version: row.version })),
    guards: { asShown: matchesPreview(by.userId, "sessions", isAmong(sessions, by.userId, refs), counts) },
    deletes: [{ part: "sessions", refs }],
  });
  if (written.result === "written") return { counts, startAt, undo: written.undo };
  if (written.result !== "gone") return "changed";
  const before = await findEarlierDeletion(by, sessionRef, { choice, version, counts });
  return before ?? (others.length > 0 ? "changed" : null);
}

/** Returns what the same form or call deleted before, while that can be undone; null when it did not. */
export async function findEarlierDeletion(
  by: Writer,
  sessionRef: string,
  request: DeletionRequest,
): Promise<Deleted | null> {
  const change = await changeThatDeleted(by, "sessions", sessionRef);
  if (!change || (request.version ?? change.row.version) !== change.row.version) return null;
  const { sessions: n = 0, cases = 0, fees = 0 } = change.counts;
  const counts = { sessions: n, cases, fees };
  const deleted = { counts, startAt: Number(change.row.start_at), undo: String(change.number) };
  if (request.counts) return countsText([request.counts]) === countsText([counts]) ? deleted : null;
  if (request.choice === "1") return n === 1 ? deleted : null;
  // It is a repeat only if none of the sessions that it asks to delete is left.
  const left = await by.db.$count(
    sessions,
    sql`${sessions.user_id} = ${by.userId} AND ${sessions.recurring_uuid} = ${change.row.recurring_uuid}
      ${request.choice === "2" ? sql`AND ${sessions.start_at} >= ${deleted.startAt}` : sql``}`,
  );
  return left === 0 ? deleted : null;
}

/** How long a delete code is valid. */
export const DELETE_CODE_VALID_MS = 15 * 60 * 1000;

export const CODE_EXPIRED = "The code has expired. Enter the one shown now";

const CODES = 10_000;

interface DeleteCodeContext extends Pick<Actor, "cipher" | "now"> {
  sessionRef: string;
}

/**
 * Makes a delete code. @returns four digits for the user to type (specification section 9), and the signed value that
 * the form returns for checking them
 */
export async function newDeleteCode({ cipher, sessionRef, now }: DeleteCodeContext) {
  const code = String(randomBelow(CODES)).padStart(4, "0");
  const until = now + DELETE_CODE_VALID_MS;
  const signature = await cipher.sign("delete-session", `${sessionRef}/${until}/${code}`);
  return { code, signed: `${until}/${signature}` };
}

/**
 * Checks a typed code. @returns an error message; null when it is the code that this user was shown for this session
 */
export async function deleteCodeError(
  { cipher, sessionRef, now }: DeleteCodeContext,
  { delete_code, signed_code }: { delete_code: string; signed_code: string },
): Promise<string | null> {
  if (delete_code === "") return "Enter the 4 digits shown";
  const [until = "", signature = ""] = signed_code.split("/");
  const text = `${sessionRef}/${until}/${delete_code}`;
  if (!(await cipher.isSigned("delete-session", text, signature))) return "Enter the 4 digits shown now";
  return Number(until) > now ? null : CODE_EXPIRED;
}

/** Returns a uniformly distributed number: draws from the last, incomplete multiple of the limit are repeated. */
function randomBelow(limit: number): number {
  const drawn = new Uint16Array(1);
  const whole = Math.floor(65_536 / limit) * limit;
  do crypto.getRandomValues(drawn);
  while ((drawn[0] as number) >= whole);
  return (drawn[0] as number) % limit;
}
