import { type FeeAmounts, type FeeState, feeStatus } from "~/diary/fees/rules";
import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";

/** Most fees that are marked at once. */
export const MAX_MARKED = 200;

/** Whether so many fees can be marked at once. */
export function mayMarkAtOnce(fees: number): boolean {
  return fees <= MAX_MARKED;
}

export type Mark = "claimed" | "paid";

/** A fee to mark, with the date of its work. */
interface Marked extends FeeAmounts {
  unique_ref: string;
  work: LondonDate;
}

type Decided = { ok: true; mark: Marked[]; message: string } | { ok: false; error: string };

/**
 * Decides which of the ticked fees get the date, with the message for the user; or the error when none of them does.
 */
export function decideMarks(fees: readonly Marked[], mark: Mark, date: LondonDate, today: LondonDate): Decided {
  const [from, done]: [FeeState, string] = mark === "claimed" ? ["not-claimed", "claimed"] : ["not-paid", "paid"];
  const stateOf = (fee: Marked) => feeStatus(fee).state;
  const early = mark === "paid" ? fees.filter((fee) => stateOf(fee) === "not-claimed").length : 0;
  if (early > 0) return { ok: false, error: notClaimed(early, fees.length) };
  const marked = fees.filter((fee) => stateOf(fee) === from);
  const stay = fees.length - marked.length;
  if (marked.length === 0) {
    const which = fees.length === 1 ? "This fee is" : "All of these fees are";
    return { ok: false, error: `${which} ${done} or written off already. Nothing has changed` };
  }
  const message = [`${formatCounted(marked.length, "fee")} marked as ${done} on ${shortDate(date)}`];
  if (stay === 1) message.push(`1 was ${done} or written off already, and stays as it is`);
  if (stay > 1) message.push(`${stay} were ${done} or written off already, and stay as they are`);
  // Without a timesheet date it is its work that the date must not come before.
  const before = marked.filter((fee) => date < (fee.timesheet_date ?? fee.work));
  if (before.length > 0) {
    const of = before.length < marked.length ? ` of ${before.length} of them` : "";
    message.push(`Check the date: it is before the ${mark === "paid" ? "timesheet date" : "work"}${of}`);
  }
  if (date > today) message.push("Check the date: it is in the future");
  return { ok: true, mark: marked, message: message.join(". ") };
}

function notClaimed(early: number, all: number): string {
  if (all === 1) return "This fee is not claimed yet. Mark it as claimed first, then as paid";
  const which =
    early === all
      ? "None of these fees is claimed yet"
      : `${early} of these ${all} fees ${early === 1 ? "is" : "are"} not claimed yet`;
  const them = early === all || early > 1 ? "them" : "it";
  return `${which}. Mark ${them} as claimed first${early === all ? "" : `, or clear ${them}`}`;
}
