import { counted, formatNumber } from "~/platform/time/counted";
import type { PastImport } from "./imports.server";

/** To a call whose login has run out: its page then leads to another. */
export const LOG_IN = "Log in to import a file";

/** What a file brought, once all of it has arrived: nothing of it is in the logbook yet. */
export function formatArrived({ received, known }: Pick<Received, "received" | "known">): string {
  const before = known > 0 ? ` ${formatNumber(known)} came from a file before.` : "";
  return `${counted(received - known, "new case")} to put into sessions.${before}`;
}

/** How far an import has come. */
export interface Received {
  /** Lines that are there so far, those included that were there before. */
  received: number;
  expected: number;
  /** That an earlier import brought. */
  known: number;
  complete: boolean;
}

/** What has become of an import; nothing of one that is whole. */
export const STATE_WORDS: Readonly<Record<PastImport["state"], string>> = {
  open: "Broke off: choose the file again to bring the rest.",
  complete: "",
  cleared: "What was in no session was cleared.",
  wiped: "What was in no session after 30 days was wiped.",
  undone: "Undone.",
};

/** `52 read, 3 skipped, 2 merged, 1 rejected, 0 known from before; 46 came in, 2 of them removed since.` */
export function formatCounts(past: PastImport): string {
  const { read, skipped, merged, rejected, known, brought, removed } = past;
  const left = `${formatNumber(read)} read, ${formatNumber(skipped)} skipped, ${formatNumber(merged)} merged, ${formatNumber(rejected)} rejected, ${formatNumber(known)} known from before`;
  return `${left}; ${formatNumber(brought)} came in${removed > 0 ? `, ${formatNumber(removed)} of them removed since` : ""}.`;
}

/** Why a row is not placed with the others. */
type SkipReason = "locked" | "no_session" | "two_sessions" | "identifier";

/** The reason in words, and how to mend it. */
export const SKIP_WORDS: Readonly<Record<SkipReason, string>> = {
  locked: "They lie in a locked period and will not be imported. To import them, unlock it in Reports first",
  no_session: "No session at that time. Add the session, or add the row to another by hand",
  two_sessions: "Two sessions at that time. Choose one of them for the row by hand",
  identifier: "The description may identify a patient. Open the row and correct its text",
};

export function isSkipReason(fate: string): fate is SkipReason {
  return Object.hasOwn(SKIP_WORDS, fate);
}
