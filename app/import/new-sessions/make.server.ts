import { type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "~/account/guard.server";
import { type ChangeResult, writeChange } from "~/changes/write-change.server";
import { unchangedSinceRead } from "~/diary/sessions/around.server";
import { elementsThere } from "~/diary/sessions/queries.server";
import { sessionCount } from "~/diary/sessions/sentences";
import { cancellations, sessionPlace } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { formatCounted } from "~/platform/time/counted";
import { inWorkingSet, isCoveredBySession, isInDiary, isPlaced, isPlacedRow } from "../conditions.server";
import { casesFrom, placeAll } from "../place/place.server";
import { importRows } from "../table.server";
import type { Proposal, ProposedSession } from "./propose.server";

/** Rows, and sessions, that are written together, all of them or none. */
const ROWS_A_BATCH = 5_000;
const SESSIONS_A_BATCH = 500;

const CHANGED =
  "Nothing was made: sessions, cases or your job plan have changed since you opened this page. It now shows what would be made. Check it, then press the button again";
const NOTHING_LEFT = "Nothing was left to make";

/** The message for the user, and the number of the change, for undoing it. */
type MadeSessions = { ok: true; message: string; undo: string | null } | { ok: false; message: string };

/**
 * Makes the sessions of a proposal and puts their rows into them, after placing the rows that existing sessions hold:
 * lot by lot, as one change. Rows that another request has placed meanwhile stay as they are.
 * @param shown fingerprint of the proposal that was shown: no other one is made
 */
export async function makeSessions(context: RequestContext, proposal: Proposal, shown: string): Promise<MadeSessions> {
  const { sessions, fingerprint } = proposal;
  // When nothing is left, as when the same form is sent twice, the other fingerprint is no conflict.
  if (sessions.length === 0) return { ok: true, message: NOTHING_LEFT, undo: null };
  if (fingerprint !== shown) return { ok: false, message: CHANGED };
  const { made, placed, undo, isChanged } = await makeInBatches(context, proposal);
  if (placed === 0 && isChanged) return { ok: false, message: CHANGED };
  return { ok: true, message: placed === 0 ? NOTHING_LEFT : formatMade(made, placed), undo };
}

function formatMade(made: number, placed: number): string {
  return `${sessionCount(made)} made, ${formatCounted(placed, "case")} placed`;
}

/**
 * @returns `placed` includes the rows that went into existing sessions; `isChanged` means that planned sessions or
 * elements changed since they were read, so that sessions were left out
 */
async function makeInBatches(context: RequestContext, { sessions, rows, placeable, cancellations: read }: Proposal) {
  const message = formatMade(sessions.length, rows + placeable);
  const first = placeable > 0 ? await placeAll(context, message) : { placed: 0, undo: null };
  let { placed, undo } = first;
  let made = 0;
  let isChanged = false;
  // The change was undone while it was being written: the remaining sessions are not made either.
  if (placed > 0 && undo === null) return { made, placed, undo, isChanged };
  for (const lot of batchesOf(sessions)) {
    const written = await writeBatch(context, lot, read, { message, undo });
    if (written.result === "changed since") return { made, placed, undo: null, isChanged };
    isChanged ||= written.result === "refused" && written.guard !== "waiting";
    if (written.result !== "written") continue;
    undo = written.undo;
    made += lot.length;
    placed += (written.alongside[0] as unknown[]).length;
  }
  return { made, placed, undo, isChanged };
}

async function writeBatch(
  context: RequestContext,
  lot: ProposedSession[],
  read: Proposal["cancellations"],
  { message, undo }: { message: string; undo: string | null },
): Promise<ChangeResult> {
  const { db, userId, now, cipher } = context;
  const made = await Promise.all(
    lot.map(async ({ columns, specialties, rows }) => {
      const unique_ref = newRef();
      const text_encrypted = await cipher.encrypt(sessionPlace(unique_ref), specialties.join(", "));
      return { row: { ...columns, unique_ref, text_encrypted }, rows };
    }),
  );
  const homes = made.flatMap(({ row, rows }) => rows.map(({ unique_ref }) => [unique_ref, row.unique_ref]));
  const going = sql`json_each(${JSON.stringify(homes)}) AS going CROSS JOIN import_rows AS r
    ON r.user_id = ${userId} AND r.unique_ref = going.value ->> 0`;
  const picked = sql`SELECT r.*, going.value ->> 1 AS home FROM ${going} WHERE r.wiped_at IS NULL`;
  const days = lot.flatMap(({ planned }) => (planned ? [{ elementRef: planned.element_ref, date: planned.date }] : []));
  return writeChange(context, {
    message,
    guards: {
      waiting: sql`(SELECT count(*) FROM ${going} WHERE ${isWaiting(userId)}) = ${homes.length}`,
      cancelled: unchangedSinceRead(userId, cancellations, days, read),
      element: elementsThere(
        userId,
        lot.map(({ columns }) => columns),
      ),
    },
    ...(undo === null ? {} : { continues: Number(undo) }),
    inserts: { sessions: made.map(({ row }) => row) },
    alongside: [
      ...casesFrom(context, picked, sql`SELECT r.case_ref FROM ${going}`),
      db
        .update(importRows)
        .set({ placed_at: now, updated_at: now })
        .where(
          sql`${importRows.user_id} = ${userId} AND ${importRows.placed_at} IS NULL AND ${isPlacedRow}
            AND ${importRows.unique_ref} IN (SELECT value ->> 0 FROM json_each(${JSON.stringify(homes)}))`,
        ),
    ],
  });
}

/** Condition: since the proposal no request has placed the row, or made a session for it. */
function isWaiting(userId: number): SQL {
  return sql`${inWorkingSet(userId)} AND NOT ${isPlaced} AND NOT ${isInDiary(userId)} AND NOT ${isCoveredBySession(userId)}`;
}

function batchesOf(sessions: readonly ProposedSession[]): ProposedSession[][] {
  const lots: ProposedSession[][] = [];
  let rows = 0;
  for (const session of sessions) {
    const last = lots.at(-1);
    rows += session.rows.length;
    if (last && last.length < SESSIONS_A_BATCH && rows <= ROWS_A_BATCH) last.push(session);
    else {
      lots.push([session]);
      rows = session.rows.length;
    }
  }
  return lots;
}
