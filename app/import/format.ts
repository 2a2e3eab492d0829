import { formatCounted, formatCountedIfAny, formatNumber } from "~/platform/time/counted";
import type { PastImport } from "./place/imports.server";

/** Answer to a call whose login has expired: the page then links to a new login. */
export const LOG_IN = "Log in to import a file";

/** The message after all rows of a file have arrived: no new one is in the logbook yet. */
export function formatArrived({ received, known }: Pick<Received, "received" | "known">): string {
  // Those of before may still wait for a session.
  if (received === known) return `No new cases: ${formatCounted(known, "case was", "cases were")} imported before`;
  const before = known > 0 ? `. ${formatCounted(known, "case was", "cases were")} imported before` : "";
  return `${formatCounted(received - known, "new case")} to put into sessions${before}`;
}

/** Progress of an import. */
export interface Received {
  /** Lines that are stored so far, including those that were there before. */
  received: number;
  expected: number;
  /** Rows that an earlier import brought. */
  known: number;
  complete: boolean;
}

/** The state of an import in words; empty for a complete one. */
export const STATE_LABELS: Readonly<Record<PastImport["state"], string>> = {
  open: "Not finished. Choose the file again to import the rest.",
  complete: "",
  cleared: "Cases that were not in a session were cleared.",
  wiped: "Cases that were not in a session after 30 days were deleted.",
  undone: "Undone.",
};

/** `52 rows read, 3 skipped, 2 merged. 30 of 47 new cases are in your logbook, 2 were removed.` */
export function formatCounts(past: PastImport): string {
  const { read, skipped, merged, rejected, known } = past;
  const parts = [
    formatCounted(read, "row read", "rows read"),
    formatCountedIfAny(skipped, "skipped", "skipped"),
    formatCountedIfAny(merged, "merged", "merged"),
    formatCountedIfAny(rejected, "rejected", "rejected"),
    formatCountedIfAny(known, "imported before", "imported before"),
  ].filter(Boolean);
  return `${parts.join(", ")}. ${formatNewCases(past)}.`;
}

/** Only cases that are in the logbook are said to be imported. */
function formatNewCases({ brought, placed, removed, state }: PastImport): string {
  if (brought > 0 && placed === brought) return `${formatCounted(brought, "case")} imported`;
  const all = formatCounted(brought, "new case");
  // Cases that were restored after the undoing are not known to be of this import.
  if (brought === 0 || state === "undone") return all;
  const since = removed > 0 ? `, ${formatCounted(removed, "was", "were")} removed` : "";
  return `${formatNumber(placed)} of ${all} ${placed === 1 ? "is" : "are"} in your logbook${since}`;
}

/** Why a row is not placed with the others. */
type SkipReason = "locked" | "no_session" | "two_sessions" | "identifier";

/** The reason in words, and how to mend it. */
export const SKIP_LABELS: Readonly<Record<SkipReason, string>> = {
  locked: "Cases cannot be placed on days that you locked. Unlock these days in Reports first",
  no_session: "There is no session at that time. Add a session, or choose another one for the case",
  two_sessions: "There are several sessions at that time. Choose one of them for the case",
  identifier: "The description may identify a patient. Open the case and correct its text",
};

export function isSkipReason(fate: string): fate is SkipReason {
  return Object.hasOwn(SKIP_LABELS, fate);
}
