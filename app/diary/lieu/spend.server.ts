import { sql } from "drizzle-orm";
import type { Change } from "~/diary/changes.server";
import { lieuLedger } from "~/diary/leave/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { LieuUnit } from "./format";
import type { LieuRow } from "./queries.server";

/** What a leave takes from the time in lieu. */
export interface LieuSpending {
  unit: LieuUnit;
  /** More than 0. */
  hundredths: number;
}

/** The line that a leave has spent. */
export type SpentLine = Pick<LieuRow, "unique_ref" | "version">;

type LieuRows = Required<Pick<Change, "seen" | "guards">> & Pick<Change, "inserts" | "updates" | "deletes">;

/**
 * What the save of a leave does to the one line that it spends: it is made, changed or, for null, taken away. Its notes
 * stay.
 * @param current the line as it was read with the leave; undefined where it had none, and it must have none still
 */
export function lieuRows(
  userId: number,
  { unique_ref: leave_ref, date_start: day }: { unique_ref: string; date_start: string },
  spending: LieuSpending | null,
  current: SpentLine | undefined,
): LieuRows {
  const line = spending && { day, unit: spending.unit, hundredths: -spending.hundredths };
  if (!current) {
    const unspent = sql`NOT EXISTS (SELECT 1 FROM ${lieuLedger}
      WHERE ${lieuLedger.user_id} = ${userId} AND ${lieuLedger.leave_ref} = ${leave_ref})`;
    const made = line && { ...line, unique_ref: newRef(), kind: "spent" as const, leave_ref };
    return { seen: [], guards: { unspent }, inserts: { lieu_ledger: made ? [made] : [] } };
  }
  const { unique_ref, version } = current;
  const rows: LieuRows = { seen: [{ part: "lieu_ledger", ref: unique_ref, version }], guards: {} };
  if (!line) return { ...rows, deletes: [{ part: "lieu_ledger", refs: [unique_ref] }] };
  return { ...rows, updates: { lieu_ledger: [{ unique_ref, ...line }] } };
}
