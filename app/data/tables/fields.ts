import { formatCountedIfAny, formatList } from "~/platform/time/counted";

/** Most rows that one act changes: as many as are shown of those that contain words. */
export const MAX_TICKED = 100;

/** In place of a supervision code: there was no supervision. */
export const NO_SUPERVISION = "none";

/** What the page asks before it performs an act. */
export type Question =
  | { asks: "delete"; sessions: number; cases: number; fees: number }
  | { asks: "move"; day: string; sessions: { value: string; label: string }[] };

/** `12 sessions, 40 cases and 2 fees`; counts of zero are left out. */
export function formatDeletion(counts: { sessions: number; cases: number; fees: number }): string {
  const all = (["session", "case", "fee"] as const).map((each) => formatCountedIfAny(counts[`${each}s`], each));
  return formatList(all.filter(Boolean)) || "nothing";
}
