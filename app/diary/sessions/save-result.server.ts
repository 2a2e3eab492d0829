import { sessionFeeOf } from "~/diary/fees/form";
import { dateWarnings, JOB_PLAN_FEE_WARNING } from "~/diary/fees/rules";
import { leaveBetween } from "~/diary/leave/queries.server";
import { grantedLeaveOf, leaveWarning } from "~/diary/leave/rules";
import type { Database } from "~/platform/db/database.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import { londonMoment, londonToday } from "~/platform/time/london";
import type { Times } from "./columns-of-answers.server";
import { hasJobPlanPas, type PlanChoice } from "./element-choices";
import type { SessionAnswers } from "./form";
import type { OverlappingSession, SessionColumns } from "./queries.server";
import { lengthWarning, paSum } from "./rules";
import { inOneLine, overlapWarning } from "./sentences";
import type { SessionSpan } from "./times";

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
