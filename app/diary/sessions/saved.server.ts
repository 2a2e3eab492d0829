import { formatFee } from "~/diary/fees/facts";
import { decryptFeeNotes, feeOf } from "~/diary/fees/queries.server";
import { awayOf, leaveWarning } from "~/diary/leave/away";
import { leaveBetween } from "~/diary/leave/between.server";
import { elementChoices } from "~/planning/job-plans/choices.server";
import { showPa } from "~/planning/job-plans/pa-rules";
import type { Asker } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import type { Decided, Times } from "./decide.server";
import { decryptNotes, type OverlappingSession, sessionRow } from "./queries.server";
import { lengthWarning, paSum } from "./rules";
import { inOneLine, overlapWarning } from "./sentences";
import { type SessionSpan, timesText } from "./times";

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

/** The leave of the days of a session. For an action's batch. */
export function overlappingLeave(db: Database, userId: number, { startAt, endAt }: SessionSpan) {
  return leaveBetween(db, userId, londonMoment(startAt).date, londonMoment(endAt).date);
}

/** What is said of a session that falls in leave. */
export function leaveNotes(rows: Awaited<ReturnType<typeof overlappingLeave>>, span: SessionSpan): string[] {
  const words = leaveWarning(awayOf(rows), span);
  return words === null ? [] : [words];
}

export const STALE_MESSAGE =
  "This session was changed elsewhere after you opened it. Your answers are kept below: compare them with the newer ones, then save again to replace those";

/** Refuses what was answered to an older version, with what the session says now; null when it is gone. */
export async function refuseStale(
  { db, cipher, userId }: Asker,
  sessionRef: string,
): Promise<({ ok: false } & Refusal) | null> {
  const [[session], elements, [fee]] = await db.batch([
    sessionRow(db, userId, sessionRef),
    elementChoices(db, userId),
    feeOf(db, userId, { session_ref: sessionRef }),
  ]);
  if (!session) return null;
  const { times, ends } = timesText({ startAt: session.start_at, endAt: session.end_at });
  const element = elements.find((each) => each.unique_ref === session.element_ref);
  const facts = [
    { name: "Date", value: shortDate(londonMoment(session.start_at).date) },
    { name: "Times", value: ends ? `${times}, ${ends}` : times },
    { name: "Job plan element", value: element?.description ?? "None" },
    { name: "PAs", value: `${showPa(session.pa_units)} (${session.pa_basis === "fixed" ? "Fixed" : "Time"})` },
    { name: "Fee", value: formatFee(fee, await decryptFeeNotes(cipher, fee)) },
    { name: "Site", value: session.site },
    { name: "Notes", value: await decryptNotes(cipher, session) },
  ];
  const newer = { version: session.version, facts: facts.filter((fact) => fact.value !== "") };
  return { ok: false, errors: { "": STALE_MESSAGE }, status: 409, newer };
}
