import { showPa } from "~/planning/job-plans/pa-rules";
import { formatCounted } from "~/platform/time/counted";

/** What became of a session, in the order of the numbers that are stored. */
export const OUTCOMES = ["held", "cancelled_by_trust", "cancelled_by_me", "swapped"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why a session did not happen. */
export const REASONS = ["cancelled_by_trust", "cancelled_by_me", "swapped"] as const;
export type Reason = (typeof REASONS)[number];

export const REASON_NAMES: Readonly<Record<Reason, string>> = {
  cancelled_by_trust: "Cancelled by the trust",
  cancelled_by_me: "Cancelled by me",
  swapped: "Swapped",
};

export function isReason(said: string | null): said is Reason {
  return REASONS.some((reason) => reason === said);
}

/** Label of a session that was not held; null for one that was. */
export function reasonName(outcome: Outcome): string | null {
  return outcome === "held" ? null : REASON_NAMES[outcome];
}

/**
 * The PAs that a session counts: all of them where it was held, or where the trust called planned work off, and else none.
 * @param isPlanned whether its element counts in a job plan: the trust owes nothing for extra work that it called off
 */
export function countedUnits(outcome: Outcome, units: number, isPlanned: boolean): number {
  return outcome === "held" || (outcome === "cancelled_by_trust" && isPlanned) ? units : 0;
}

/** `3 sessions did not happen: 2 cancelled by the trust (5.00 PA kept), 1 by me`; null where all were held. */
export function formatNotHeld(sessions: readonly { outcome?: Outcome; pa_units: number }[]): string | null {
  const of = (reason: Reason) => sessions.filter(({ outcome }) => outcome === reason);
  const [trust, mine, swapped] = [of("cancelled_by_trust"), of("cancelled_by_me"), of("swapped")];
  const kept = trust.reduce((sum, { pa_units }) => sum + pa_units, 0);
  const parts = [
    trust.length > 0 && `${trust.length} cancelled by the trust (${showPa(kept)} PA kept)`,
    mine.length > 0 && `${mine.length} ${trust.length > 0 ? "by me" : "cancelled by me"}`,
    swapped.length > 0 && `${swapped.length} swapped`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const all = trust.length + mine.length + swapped.length;
  return `${formatCounted(all, "session")} did not happen: ${parts.join(", ")}`;
}
