import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { changedRows, openChangeNumber } from "~/changes/table.server";
import type { Writer } from "~/changes/write-rows.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { sharesTime } from "~/diary/sessions/queries.server";
import { formatOverlapCount, inOneLine, overlapWarning } from "~/diary/sessions/sentences";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { formatUndone } from "./outcome.server";
import { numberOf } from "./queries.server";
import { undoChange } from "./undo-change.server";

/** A row that a change made and its undo removed, for the page that showed the button. */
interface GoneRow {
  unique_ref: string;
  /** Only for a session. */
  start_at: number | null;
}

/** Undone now or before, with the message and the rows that were removed now; or why it was not undone. */
type UndoResult =
  | { ok: true; message: string; before: boolean; gone: readonly GoneRow[] }
  | { ok: false; error: string };

const CHANGED_SINCE =
  "Nothing was undone: some of it has been changed, added to or deleted since. Undo what came after it first, or change it by hand";

/**
 * Undoes a change and returns the message. A second call does nothing.
 * @param undoRef its reference in addresses
 * @returns null when the user has no such change
 */
export async function undoWithMessage(by: Writer, undoRef: string): Promise<UndoResult | null> {
  const { db, userId } = by;
  const own = openChangeNumber(userId);
  const undone = await undoChange(by, numberOf(undoRef), [removedBy(by, own), overlapsOf(db, userId, own)]);
  switch (undone.result) {
    case "not there":
      return null;
    case "undone before":
      return { ok: true, message: "This has already been undone. Nothing was changed", before: true, gone: [] };
    case "too late":
      return { ok: false, error: "You can undo within an hour. That time has passed" };
    case "changed since":
      return { ok: false, error: CHANGED_SINCE };
  }
  const [gone, overlaps] = undone.alongside as [GoneRow[], RestoredOverlap[]];
  const back = undone.outcome
    .filter(({ part, did }) => part === "sessions" && did !== "removed")
    .reduce((sum, each) => sum + each.rows, 0);
  const message = inOneLine([formatUndone(undone.outcome), formatOverlap(overlaps, back)]);
  return { ok: true, message, before: false, gone };
}

function removedBy({ db, userId }: Writer, undo: SQL) {
  return db
    .select({
      unique_ref: changedRows.unique_ref,
      start_at: sql<number | null>`${changedRows.before} ->> '$.start_at'`.as("was_start_at"),
    })
    .from(changedRows)
    .where(and(eq(changedRows.user_id, userId), eq(changedRows.number, undo), isNull(changedRows.version_left)));
}

/**
 * Statement: held sessions at the times of the held ones that an undo restored, a row for each pair, by start.
 * @param undo number of the undo
 */
function overlapsOf(db: Database, userId: number, undo: SQL) {
  return db
    .select({
      back: sql<string>`back.unique_ref`.as("back_ref"),
      start_at: sessions.start_at,
      end_at: sessions.end_at,
      element: sessionName(),
    })
    .from(
      sql`changed_rows AS kept JOIN sessions AS back ON back.user_id = kept.user_id AND back.unique_ref = kept.unique_ref`,
    )
    .innerJoin(
      sessions,
      and(
        eq(sessions.user_id, userId),
        sql`${sessions.outcome} = 0 AND back.outcome = 0`,
        sharesTime(sessions, sql`back.start_at`, sql`back.end_at`),
        sql`NOT EXISTS (SELECT 1 FROM changed_rows AS own WHERE own.user_id = ${userId} AND own.number = ${undo}
          AND own.table_name = 'sessions' AND own.unique_ref = ${sessions.unique_ref})`,
      ),
    )
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(
      sql`kept.user_id = ${userId} AND kept.number = ${undo} AND kept.table_name = 'sessions' AND NOT kept.only_moved`,
    )
    .orderBy(sessions.start_at);
}

type RestoredOverlap = Awaited<ReturnType<typeof overlapsOf>>[number];

/**
 * Formats a warning about overlaps. @param back how many sessions were restored. @returns null when nothing overlaps
 */
function formatOverlap(overlaps: readonly RestoredOverlap[], back: number): string | null {
  if (back === 0 || overlaps.length === 0) return null;
  return back === 1 ? overlapWarning(overlaps) : formatOverlapCount(new Set(overlaps.map((each) => each.back)).size);
}
