import type { Refusal } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import type { Decided, Times } from "./decide";
import type { OverlappingSession } from "./queries.server";
import { lengthWarning, paSum } from "./rules";
import { inOneLine, overlapWarning } from "./sentences";

/** A session is saved with a reference and what to tell the user, or refused with messages by field name. */
export type Saved =
  | { ok: true; sessionRef: string; startAt: number; message: string; undo?: string | null }
  | ({ ok: false } & Refusal);

/** The line for the page that follows: what was saved, and each soft warning. */
export function saved(
  what: string,
  sessionRef: string,
  times: Times,
  { columns }: Extract<Decided, { ok: true }>,
  overlapping: OverlappingSession[],
  more: string[],
): Extract<Saved, { ok: true }> {
  const { pa_rules, pa_basis, standard_minutes: standard, premium_minutes: premium, pa_units: units } = columns;
  const { result } = paSum({ worked: { standard, premium }, units }, pa_rules, pa_basis);
  const overlaps = overlapping.filter((other) => other.unique_ref !== sessionRef);
  const notes = [...times.moved, ...more, lengthWarning({ standard, premium }, pa_basis), overlapWarning(overlaps)];
  const said = [`${what}: ${shortDate(londonMoment(times.startAt).date)}, ${result}`, ...notes];
  return { ok: true, sessionRef, startAt: times.startAt, message: inOneLine(said) };
}
