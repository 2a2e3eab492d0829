import { caseFeeOf, feeErrors } from "~/diary/fees/form";
import { decryptFeeNotes, type FeeRow } from "~/diary/fees/queries.server";
import { codeWarnings, dateWarnings } from "~/diary/fees/rules";
import { inOneLine } from "~/diary/sessions/sentences";
import type { Cipher } from "~/platform/crypto/vault.server";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { type LondonDate, londonMoment, londonToday } from "~/platform/time/london";
import { identifierErrors, isSuspected, type Texts } from "~/ui/identifiers/rules";
import { decryptCaseText } from "./encrypted-text.server";
import { type CaseAnswers, plainOf } from "./form";
import type { CaseInSession } from "./queries.server";
import {
  CASE_SAVED,
  type CaseTimes,
  caseDays,
  daysOf,
  EARLY_MS,
  endsBeforeStart,
  isDayElsewhere,
  requiresDay,
  type Span,
  timesWarning,
  typedTimes,
} from "./rules";

export const NO_TIMES: CaseTimes = { start_at: null, end_at: null };

/**
 * Works out the times of a case, with errors by field name when its day or times are wrong.
 * @param was the saved times
 */
export function validateTimes(session: Span, answers: CaseAnswers, was: CaseTimes) {
  const errors: Record<string, string> = {};
  const { case_day: day } = answers;
  if (day !== null && isDayElsewhere(session, day, was)) {
    const [only, ...more] = caseDays(session, was.start_at);
    const mend = only && more.length > 0 ? "Choose a day from the list" : oneDayMessage(session);
    return { times: NO_TIMES, errors: { case_day: mend } };
  }
  const times = typedTimes(session, answers, was.start_at);
  if (times === false) {
    const { date, minute } = londonMoment(session.start_at);
    const first = clockTime(londonMoment(session.start_at - EARLY_MS).minute);
    errors.start_time = `Start time must be ${first} or later on ${shortDate(date)}: the session starts at ${clockTime(minute)}`;
  } else if (isOtherDay(day, times)) {
    const is = shortDate(londonMoment(times.start_at ?? times.end_at ?? 0).date);
    const mend = requiresDay(session, was.start_at) ? `choose ${is}` : "leave the day out";
    errors.case_day = `With these times the case is on ${is}: ${mend}, or change the times`;
  } else if (answers.start_time !== null && !isSame(times, was) && endsBeforeStart(session, times)) {
    errors.end_time = `End time must be after the start, ${clockTime(answers.start_time)}. Check both times`;
  }
  return { times: times || NO_TIMES, errors };
}

/** Times saved before a rule was introduced may be saved again. */
function isSame({ start_at, end_at }: CaseTimes, was: CaseTimes): boolean {
  return start_at === was.start_at && end_at === was.end_at;
}

/** True for a day that was sent although the form asks for none, and that differs from the day of the times. */
function isOtherDay(day: LondonDate | null, { start_at, end_at }: CaseTimes): boolean {
  const at = start_at ?? end_at;
  return day !== null && at !== null && londonMoment(at).date !== day;
}

/**
 * Error message for a session whose form asks for no day: a night session has two days, and the times determine which.
 */
function oneDayMessage(session: Span): string {
  const days = daysOf(session).map((day) => shortDate(day));
  return `The session is on ${days.join(" and ")}: leave the day out, or choose another session`;
}

/** All answers that are typed as text, encrypted or not, by form field name. */
function textsOf(answers: CaseAnswers): Texts {
  const { case_description, complications, reflective_notes, new_airway_option, new_extra_option } = answers;
  const { case_claim_notes, case_claim_payer, case_claim_procedure_code } = answers;
  return {
    case_description,
    new_airway_option: new_airway_option.join("\n"),
    new_extra_option: new_extra_option.join("\n"),
    ...{ case_claim_procedure_code, case_claim_payer, case_claim_notes, complications, reflective_notes },
  };
}

/** The saved texts of a case, by form field name. */
export async function savedTexts({ found, fee }: CaseInSession, cipher: Cipher): Promise<Texts> {
  return {
    ...(await decryptCaseText(cipher, found)),
    case_claim_procedure_code: fee?.procedure_codes ?? "",
    case_claim_payer: fee?.payer ?? "",
    case_claim_notes: await decryptFeeNotes(cipher, fee),
  };
}

/**
 * Errors of a case's fee and texts, by field name.
 * @param fee the saved fee
 */
export function feeAndTextErrors(answers: CaseAnswers, saved: Texts, fee?: FeeRow): Record<string, string> {
  return {
    ...feeErrors(caseFeeOf(answers), "case_claim_amount", fee),
    ...identifierErrors(textsOf(answers), saved, answers),
  };
}

export const EMPTY_CASE =
  "Enter something about the case, such as a description, a time or an ASA grade, or select that it is empty for now";

/** Error of a new case without any answer, by field name: it is more likely a slip than a case. */
export function emptyErrors(answers: CaseAnswers & { save_empty: boolean }): Record<string, string> {
  const { start_time, end_time, age, case_claim_amount } = answers;
  const facts = [start_time, end_time, age, case_claim_amount, ...Object.values(plainOf(answers))];
  const options = [...answers.selected_airway_options_set, ...answers.selected_extra_options_set];
  const texts = Object.values(textsOf(answers));
  const hasAnswer = facts.some((fact) => fact !== null) || options.length > 0 || texts.some(Boolean);
  return hasAnswer || answers.save_empty ? {} : { save_empty: EMPTY_CASE };
}

/** True when a text of the case looks as if it identified the patient, although the user confirmed that it does not. */
export function hasSuspectedIdentifier(answers: CaseAnswers): boolean {
  return isSuspected(textsOf(answers));
}

/**
 * Message of the next page after a case was saved, with warnings about its times and its fee.
 * @param was the start that it had before; null for none, and for a new case
 */
export function caseSavedMessage(session: Span, answers: CaseAnswers, was: number | null, now: number): string {
  const times = typedTimes(session, answers, was);
  return inOneLine([CASE_SAVED, times ? timesWarning(session, times) : null, ...feeWarnings(session, answers, now)]);
}

function feeWarnings(session: Span, answers: CaseAnswers, now: number): string[] {
  const { amount_pence, procedure_codes, timesheet_date: timesheet, paid_date: paid } = caseFeeOf(answers);
  if (amount_pence === null) return [];
  const work = londonMoment(session.start_at).date;
  return [...codeWarnings(procedure_codes), ...dateWarnings({ work, timesheet, paid, today: londonToday(now) })];
}
