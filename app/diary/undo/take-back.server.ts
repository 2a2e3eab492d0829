import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { inOneLine } from "~/diary/sessions/sentences";
import { changedRows } from "~/diary/tables.server";
import { openNumber, type Writer } from "~/diary/write-rows.server";
import { formatUndone } from "./format";
import { numberOf } from "./list.server";
import { formatOverlap, type OverlappingBack, overlapsOf } from "./overlaps.server";
import { undoChange } from "./undo-change.server";

/** What a change had made and its undo took away, for the page that the button stood on. */
export interface GoneRow {
  unique_ref: string;
  /** Of a session. */
  start_at: number | null;
}

/** Undone, now or before, with what to tell and what went now; or why not. */
export type TakenBack =
  | { ok: true; message: string; before: boolean; gone: readonly GoneRow[] }
  | { ok: false; error: string };

/**
 * Undoes a change, and says what came of it. A second time does nothing.
 * @param undoRef as addresses name it
 * @returns null when there is no such change of the user
 */
export async function takeBack(by: Writer, undoRef: string): Promise<TakenBack | null> {
  const { db, userId } = by;
  const own = openNumber(userId);
  const undone = await undoChange(by, numberOf(undoRef), [goneBy(by, own), overlapsOf(db, userId, own)]);
  switch (undone.result) {
    case "not there":
      return null;
    case "undone before":
      return { ok: true, message: "This was undone before. Nothing has changed", before: true, gone: [] };
    case "too late":
      return { ok: false, error: "An hour has passed since then: this can no longer be undone" };
    case "obstructed":
      return { ok: false, error: undone.message };
  }
  const [gone, overlaps] = undone.alongside as [GoneRow[], OverlappingBack[]];
  const back = undone.outcome
    .filter(({ part, did }) => part === "sessions" && did !== "made")
    .reduce((sum, each) => sum + each.undone, 0);
  const message = inOneLine([formatUndone(undone.outcome), formatOverlap(overlaps, back)]);
  return { ok: true, message, before: false, gone };
}

function goneBy({ db, userId }: Writer, undo: SQL) {
  return db
    .select({
      unique_ref: changedRows.unique_ref,
      start_at: sql<number | null>`${changedRows.before} ->> '$.start_at'`.as("was_start_at"),
    })
    .from(changedRows)
    .where(and(eq(changedRows.user_id, userId), eq(changedRows.number, undo), isNull(changedRows.version_left)));
}
