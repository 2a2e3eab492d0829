import { formatFee } from "~/diary/fees/facts";
import { sessionFeeOf } from "~/diary/fees/form";
import { feeOf } from "~/diary/fees/queries.server";
import { dateWarnings, JOB_PLAN_FEE_WARNING } from "~/diary/fees/rules";
import { leaveBetween } from "~/diary/leave/queries.server";
import { grantedLeaveOf, leaveWarning } from "~/diary/leave/rules";
import { showPa } from "~/planning/job-plans/pa-rules";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import type { Database } from "~/platform/db/database.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import { londonMoment, londonToday } from "~/platform/time/london";
import type { Times } from "./columns-of-answers.server";
import { hasJobPlanPas, type PlanChoice } from "./element-choices";
import type { SessionAnswers } from "./form";
import { decryptTexts, type OverlappingSession, type SessionColumns, sessionRow } from "./queries.server";
import { lengthWarning, paSum } from "./rules";
import { inOneLine, overlapWarning } from "./sentences";
import { type SessionSpan, timesText } from "./times";

/** Result of a save: a session's reference and a message, or a refusal with errors by field name. */
export type Saved =
  | { ok: true; sessionRef: string; startAt: number; message: string; undo?: string | null }
  | ({ ok: false } & Refusal);

interface ValidatedSession {
  answers: SessionAnswers;
  times: Times;
  columns: SessionColumns;
}

/** Rows that were read with a session, for its warnings. */
interface WarningInput {
  plans: readonly PlanChoice[];
  overlapping: readonly OverlappingSession[];
  leave: Awaited<ReturnType<typeof overlappingLeave>>;
  now: number;
}

/** Returns the result of a save, with the message for the next page: what was saved, and each warning. */
export function saveResult(
  what: string,
  sessionRef: string,
  { answers, times, columns }: ValidatedSession,
  { plans, overlapping, leave, now }: WarningInput,
  more: readonly string[] = [],
): Extract<Saved, { ok: true }> {
  const { pa_rules, pa_basis, standard_minutes: standard, premium_minutes: premium, pa_units: units } = columns;
  const { result } = paSum({ worked: { standard, premium }, units }, pa_rules, pa_basis);
  const overlaps = overlapping.filter((other) => other.unique_ref !== sessionRef);
  const said = [
    `${what}: ${shortDate(londonMoment(times.startAt).date)}, ${result}`,
    ...times.moved,
    ...more,
    ...feeNotes(answers, plans, now),
    leaveWarning(grantedLeaveOf(leave), times),
    lengthWarning({ standard, premium }, pa_basis),
    overlapWarning(overlaps),
  ];
  return { ok: true, sessionRef, startAt: times.startAt, message: inOneLine(said) };
}

/** Notes and warnings about the fee of a session that was saved. */
export function feeNotes(answers: SessionAnswers, plans: readonly PlanChoice[], now: number): string[] {
  const { amount_pence, timesheet_date: timesheet, paid_date: paid } = sessionFeeOf(answers);
  if (amount_pence === null) return [];
  const planned = hasJobPlanPas(plans, answers.job_plan_element_unique_ref);
  const dates = dateWarnings({ work: answers.session_date, timesheet, paid, today: londonToday(now) });
  return planned ? [JOB_PLAN_FEE_WARNING, ...dates] : dates;
}

/** The leave of the days of a session. For an action's batch. */
export function overlappingLeave(db: Database, userId: number, { startAt, endAt }: SessionSpan) {
  return leaveBetween(db, userId, londonMoment(startAt).date, londonMoment(endAt).date);
}

export const STALE_MESSAGE =
  "This session was changed elsewhere after you opened it. Your answers are kept below: compare them with the newer ones, then save again to replace those";

/** Refuses answers to an older version, and shows the present facts of the session; null when it is gone. */
export async function refuseStale(
  { db, cipher, userId }: Actor,
  sessionRef: string,
): Promise<({ ok: false } & Refusal) | null> {
  const [[session], elements, [fee]] = await db.batch([
    sessionRow(db, userId, sessionRef),
    elementChoices(db, userId),
    feeOf(db, userId, { session_ref: sessionRef }),
  ]);
  if (!session) return null;
  const texts = await decryptTexts(cipher, session, fee);
  const { times, ends } = timesText({ startAt: session.start_at, endAt: session.end_at });
  const element = elements.find((each) => each.unique_ref === session.element_ref);
  const facts = [
    { name: "Date", value: shortDate(londonMoment(session.start_at).date) },
    { name: "Times", value: ends ? `${times}, ${ends}` : times },
    { name: "Job plan element", value: element?.description ?? "None" },
    { name: "PAs", value: `${showPa(session.pa_units)} (${session.pa_basis === "fixed" ? "Fixed" : "Time"})` },
    { name: "Fee", value: formatFee(fee, texts.feeNotes) },
    { name: "Site", value: session.site },
    { name: "Notes", value: texts.notes },
  ];
  const newer = { version: session.version, facts: facts.filter((fact) => fact.value !== "") };
  return { ok: false, errors: { "": STALE_MESSAGE }, status: 409, newer };
}
