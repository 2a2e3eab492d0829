import { writeChange } from "~/changes/write-change.server";
import { sessionFeeOf } from "~/diary/fees/form";
import { feeRows } from "~/diary/fees/write.server";
import { LAST_DAY, leaveBetween } from "~/diary/leave/queries.server";
import { fallsInLeave, grantedLeaveOf, type ShownLeave } from "~/diary/leave/rules";
import { showPa } from "~/planning/job-plans/pa-rules";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { columnsOfAnswers, ELEMENT_GONE, feeAndTextErrors, timesOf } from "../sessions/columns-of-answers.server";
import type { PlanChoice } from "../sessions/element-choices";
import type { NewSessionAnswers } from "../sessions/form";
import { recurrenceErrors } from "../sessions/form";
import { elementsThere, planChoices, planRows, type SessionColumns } from "../sessions/queries.server";
import type { Saved } from "../sessions/save-result.server";
import { feeNotes } from "../sessions/save-result.server";
import { formatOverlapCount, inOneLine } from "../sessions/sentences";
import { sessionPlace } from "../sessions/table.server";
import type { SessionSpan } from "../sessions/times";
import { onDate } from "./following";
import {
  formatLeaveSkipped,
  formatSeries,
  formatSkipped,
  formatSkippedStarts,
  plannedSeries,
  type RepeatChoice,
} from "./recurrence";
import { countOverlapping } from "./series.server";

/**
 * Adds all sessions of a series in one batch, or none of them; once for each form. A fee belongs to the first session:
 * the others have not been worked yet.
 */
export async function addSeries(by: Actor, form: FormKey, answers: NewSessionAnswers): Promise<Saved> {
  const times = timesOf(answers);
  const faults = { ...(times.ok ? {} : times.errors), ...recurrenceErrors(answers), ...feeAndTextErrors(answers) };
  if (Object.keys(faults).length > 0) return { ok: false, errors: faults, status: 422 };
  const { db, userId, now } = by;
  const [planList, elements, leaveRows] = await db.batch([
    planRows(db, userId),
    elementChoices(db, userId),
    leaveBetween(db, userId, answers.session_date, LAST_DAY),
  ]);
  const leave = grantedLeaveOf(leaveRows);
  const plans = planChoices(planList, elements);
  const series = plannedSeries({ ...repeatChoice(answers), isAway: isInLeaveOn(answers, leave) }, plans);
  if (!series.ok) return { ...series, status: 422 };
  const decided = columnsOfEach(answers, series.dates, plans);
  if (!decided.ok) return decided;
  const recurring_uuid = newRef();
  const made = await Promise.all(
    decided.rows.map(async (columns) => {
      const unique_ref = newRef();
      const text_encrypted = await by.cipher.encrypt(sessionPlace(unique_ref), answers.description);
      return { ...columns, unique_ref, text_encrypted, recurring_uuid };
    }),
  );
  const [first] = made;
  if (!first) throw new Error("A series without sessions");
  const spans = made.map(({ start_at: startAt, end_at: endAt }) => ({ startAt, endAt }));
  const fee = await feeRows(by, { session_ref: first.unique_ref }, sessionFeeOf(answers), undefined);
  const written = await writeChange(by, {
    message: `${made.length} sessions added`,
    form: { ...form, result: { part: "sessions", ref: first.unique_ref } },
    guards: { element: elementsThere(userId, made) },
    ahead: fee.ahead,
    inserts: { ...fee.inserts, sessions: made },
    alongside: [countOverlapping(db, userId, spans, recurring_uuid)],
  });
  if (written.result === "form used") return { ok: false, ...FORM_WAS_USED };
  if (written.result !== "written" && written.result !== "repeated") return ELEMENT_GONE;
  const [counted] = written.result === "written" ? (written.alongside as { overlapping: number }[][]) : [];
  const units = made.reduce((sum, row) => sum + row.pa_units, 0);
  const notes = [
    ...series.notes,
    answers.extra_claim_amount === null ? null : "The fee is on the first one",
    ...feeNotes(answers, plans, now),
    formatSkipped(series.skipped),
    formatLeaveSkipped(series.away),
    formatSkippedStarts(series.unstarted),
    ...decided.moved,
    formatInLeave(spans, leave),
    formatOverlapCount(counted?.[0]?.overlapping ?? 0),
  ];
  const said = [`Added ${formatSeries(series.dates)}: ${showPa(units)} PA in all`, ...notes];
  const sessionRef = written.result === "written" ? first.unique_ref : written.ref;
  return { ok: true, sessionRef, startAt: first.start_at, message: inOneLine(said), undo: written.undo };
}

function repeatChoice(answers: NewSessionAnswers): RepeatChoice {
  return {
    date: answers.session_date,
    start: answers.session_start_time,
    elementRef: answers.job_plan_element_unique_ref,
    type: answers.recurringChoice_type,
    selected: answers.recurringChoice_selected,
    rotaWeeks: answers.recurringChoice_rota_weeks,
    rotaStart: answers.recurringChoice_rota_start,
    until: answers.recurringChoice_until,
    untilDate: answers.recurringChoice_until_date,
    skipBankHolidays: answers.skip_bank_holidays,
  };
}

/**
 * Returns a test whether the session of a date falls in leave that is to be left out; undefined when leave is not left
 * out.
 */
function isInLeaveOn(answers: NewSessionAnswers, leave: readonly ShownLeave[]): RepeatChoice["isAway"] {
  if (!answers.skip_leave) return undefined;
  return (date) => {
    const times = timesOf(onDate(answers, date));
    return times.ok && leave.some((each) => fallsInLeave(times, each));
  };
}

/** `3 of them fall in your leave`; null for none. */
function formatInLeave(spans: readonly SessionSpan[], leave: readonly ShownLeave[]): string | null {
  const count = spans.filter((span) => leave.some((each) => fallsInLeave(span, each))).length;
  return count === 0 ? null : `${count} of them ${count === 1 ? "falls" : "fall"} in your leave`;
}

/**
 * Calculates the columns of the session of each date: with the clock times of the form, and the PA rules of its own
 * date.
 */
function columnsOfEach(answers: NewSessionAnswers, dates: readonly LondonDate[], plans: PlanChoice[]) {
  const rows: SessionColumns[] = [];
  const moved: string[] = [];
  for (const date of dates) {
    const here = onDate(answers, date);
    const times = timesOf(here);
    if (!times.ok) return { ...errorsOfDate(times.errors, date, answers), status: 422 as const };
    const decided = columnsOfAnswers(here, times, plans, null);
    if (!decided.ok) return { ...errorsOfDate(decided.errors, date, answers), status: 422 as const };
    rows.push(decided.columns);
    moved.push(...times.moved);
  }
  return { ok: true as const, rows, moved };
}

/** Errors about one date of a series. The message names the date unless it is the one in the form. */
function errorsOfDate(errors: Record<string, string>, date: LondonDate, answers: NewSessionAnswers) {
  const named = Object.entries(errors).map(([name, message]) => {
    return [name, date === answers.session_date ? message : `On ${shortDate(date)}: ${message}`];
  });
  return { ok: false as const, errors: Object.fromEntries(named) as Record<string, string> };
}
