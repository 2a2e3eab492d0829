import { countedIfAny } from "~/platform/time/counted";

/** Rows that one act changes: more than a page shows of those that hold words. */
export const MOST_TICKED = 100;

/** In place of a code: of who worked alone. */
export const NO_SUPERVISION = "none";

/** What the page asks before it goes on. */
export type Question =
  | { asks: "delete"; sessions: number; cases: number; fees: number }
  | { asks: "move"; day: string; sessions: { value: string; label: string }[] };

/** `12 sessions, 40 cases and 2 fees`; what there is none of is left out. */
export function formatDeletion(counts: { sessions: number; cases: number; fees: number }): string {
  const said = [
    countedIfAny(counts.sessions, "session"),
    countedIfAny(counts.cases, "case"),
    countedIfAny(counts.fees, "fee"),
  ].filter(Boolean);
  const last = said.pop() ?? "nothing";
  return said.length > 0 ? `${said.join(", ")} and ${last}` : last;
}
