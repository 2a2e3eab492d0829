import { and, asc, eq, gt, gte, lt } from "drizzle-orm";
import { decryptFeeNotes, FEE_COLUMNS, type FeeRow } from "~/diary/fees/queries.server";
import { fees } from "~/diary/fees/table.server";
import { type ElementChoice, elementChoices } from "~/planning/job-plans/queries.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import { type SessionInJson, sessionInJson } from "./json";
import { decryptNotes, REACH_MS, type SessionRow } from "./queries.server";
import { sessions } from "./table.server";

/** From the first instant to the last, this one not included. */
export interface Stretch {
  from: number;
  until: number;
}

/** All of the days from `first` to `last`. */
export function stretchOf(first: LondonDate, last: LondonDate): Stretch {
  return { from: londonInstant(first), until: londonInstant(addDays(last, 1)) };
}

const A_YEAR = 366;

/** A year each side of a session: as far as a series of it reaches. */
export function stretchAround(startAt: number): Stretch {
  const { date } = londonMoment(startAt);
  return stretchOf(addDays(date, -A_YEAR), addDays(date, A_YEAR));
}

/** The sessions that are worked in a stretch. As a condition on `sessions`. */
export function workedIn(userId: number, { from, until }: Stretch) {
  return and(
    eq(sessions.user_id, userId),
    gte(sessions.start_at, from - REACH_MS),
    lt(sessions.start_at, until),
    gt(sessions.end_at, from),
  );
}

/** For a batch, see `openSessions`. */
export function sessionsIn(db: Database, userId: number, stretch: Stretch) {
  return db
    .select()
    .from(sessions)
    .where(workedIn(userId, stretch))
    .orderBy(asc(sessions.start_at), asc(sessions.unique_ref));
}

/** The fees of those sessions. For a batch. */
export function sessionFeesIn(db: Database, userId: number, stretch: Stretch) {
  return db
    .select(FEE_COLUMNS)
    .from(sessions)
    .innerJoin(fees, refersTo(fees.session_ref, sessions))
    .where(workedIn(userId, stretch));
}

export function openSessions(
  cipher: Cipher,
  rows: readonly SessionRow[],
  elements: readonly ElementChoice[],
  feeList: readonly FeeRow[],
): Promise<SessionInJson[]> {
  const bySession = new Map(feeList.map((fee) => [fee.session_ref, fee]));
  return Promise.all(
    rows.map(async (row) => {
      const fee = bySession.get(row.unique_ref);
      const texts = { notes: await decryptNotes(cipher, row), feeNotes: await decryptFeeNotes(cipher, fee) };
      return sessionInJson(row, elements, fee, texts);
    }),
  );
}

/** The sessions that are worked in a stretch, first to last. */
export async function listSessions(db: Database, cipher: Cipher, userId: number, stretch: Stretch) {
  const [rows, elements, fees] = await db.batch([
    sessionsIn(db, userId, stretch),
    elementChoices(db, userId),
    sessionFeesIn(db, userId, stretch),
  ]);
  return openSessions(cipher, rows, elements, fees);
}
