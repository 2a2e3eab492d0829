import type { FormState } from "~/platform/http/action-result";
import { moneyText } from "~/platform/money";
import { endQuestion, skippedTime } from "~/platform/time/ambiguous-time";
import { clockTime } from "~/platform/time/clock-time";
import type { LondonDate } from "~/platform/time/london";
import { identifierErrors, type Texts } from "~/ui/identifiers/rules";
import { calculate, type FeeContext, type OwnRate, pricesOf, termsOf, timesOf } from "./calculate-fee";
import type { FeeAnswers } from "./form";
import type { FeeRow } from "./queries.server";
import type { WorkedOut } from "./rate-arithmetic";
import { codeWarnings, dateWarnings, type Payment } from "./rules";
import { clockSpanOf, disambiguationOfTimes } from "./standalone-times";

type Errors = Record<string, string>;

/** null: left blank. */
type Typed<Name extends string> = Record<Name, string | number | null>;

/** The columns of a fee that its own form sets, without the notes. */
export type FeeColumns = Pick<
  FeeRow,
  | ("work_date" | "start_minute" | "end_minute" | "start_which" | "end_which")
  | ("amount_pence" | "basis" | "rate_pence" | "payer" | "kind" | "procedure_codes" | "reference")
  | ("timesheet_date" | "paid_date" | "paid_pence" | "later_payments" | "written_off_date")
>;

export type ValidatedFee =
  | { ok: true; columns: FeeColumns; worked: Extract<WorkedOut, { ok: true }> | null; warnings: string[] }
  | { ok: false; errors: Errors };

/** The texts of a fee's form that are checked for identifiers. */
function feeTexts({ payer, reference, notes }: Pick<FeeAnswers, "payer" | "reference" | "notes">): Texts {
  return { payer, reference, notes };
}

/** Decides what a fee's own form saves: the columns with warnings, or the errors by field. */
export function validateFee(answers: FeeAnswers, around: FeeContext): ValidatedFee {
  const rate = around.rates.find(({ unique_ref }) => unique_ref === answers.rate) ?? null;
  const date = around.work?.date ?? answers.work_date;
  const errors: Errors = {
    ...(around.work ? {} : { ...whenErrors(answers), ...clockErrors(answers) }),
    ...payErrors(answers),
    ...laterErrors(answers),
    ...rateErrors(answers, rate),
    ...identifierErrors(feeTexts(answers), around.savedTexts, answers),
  };
  const asked = answers.amount === null || answers.intent === "work_out";
  const terms = termsOf(answers, rate);
  const worked = Object.keys(errors).length > 0 ? null : calculate(answers, terms, around);
  if (asked && worked && !worked.ok) Object.assign(errors, problemOf(worked, around, rate));
  // Shown in addition to other errors, unless the chosen rate no longer exists.
  if (asked && !terms && pricesOf(answers).length === 0 && !errors.rate)
    Object.assign(errors, nothingToCalculate(answers));
  const amount_pence = asked && worked?.ok ? worked.pence : (answers.amount ?? 0);
  const later = (laterPayments(answers) ?? []).reduce((sum, { pence }) => sum + pence, 0);
  if (answers.written_off_date && answers.paid_date && (answers.paid_amount ?? amount_pence) + later >= amount_pence) {
    errors.written_off_date = "Clear this: the fee is paid in full, so there is nothing to write off";
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const columns = columnsOf(answers, around, rate, amount_pence);
  const done = worked?.ok ? worked : null;
  const warnings = [
    ...warningsOf(columns, date, around.today),
    ...workedWarnings(columns, asked ? done : null, done, rate),
  ];
  return { ok: true, columns, worked: done, warnings };
}

function nothingToCalculate({ intent }: FeeAnswers): Errors {
  if (intent === "work_out") return { rate_amount: "Enter a rate to work the fee out from, or choose one of yours" };
  return { amount: "Enter the fee, or a rate to work it out from" };
}

/** Errors for missing details, from the values as typed: for a form of which some fields could not be read. */
export function missingErrors({ values }: FormState, { work }: FeeContext): Errors {
  const typed = (name: string) => values[name]?.[0]?.trim() || null;
  const times = { work_date: typed("work_date"), start_time: typed("start_time"), end_time: typed("end_time") };
  const paid = { paid_date: typed("paid_date"), paid_amount: typed("paid_amount") };
  return { ...(work ? {} : whenErrors(times)), ...payErrors(paid) };
}

function whenErrors({ work_date, start_time, end_time }: Typed<"work_date" | "start_time" | "end_time">): Errors {
  const errors: Errors = {};
  if (work_date === null) errors.work_date = "Enter the date of the work";
  if (start_time === null && end_time !== null) errors.start_time = "Enter a start time too, or clear the end time";
  if (start_time !== null && end_time === null) errors.end_time = "Enter an end time too, or clear the start time";
  return errors;
}

/**
 * Errors for the nights on which the clocks change: a start time that they skip, and an ambiguous end time for which
 * the user has not chosen which one is meant.
 */
function clockErrors(answers: FeeAnswers): Errors {
  const { work_date, start_time } = answers;
  if (work_date === null || start_time === null) return {};
  const skipped = skippedTime(work_date, start_time);
  if (skipped) return { start_time: `${skipped}: enter ${clockTime(start_time + 60)} or later` };
  const span = clockSpanOf(timesOf(answers));
  const problem = span && endQuestion(span)?.problem;
  return problem ? { end_time_which: problem } : {};
}

function payErrors({ paid_date, paid_amount }: Typed<"paid_date" | "paid_amount">): Errors {
  if (paid_amount === null || paid_date !== null) return {};
  return { paid_date: "Enter the paid date, or clear the amount paid" };
}

const LATER = [
  ["later_date_1", "later_amount_1"],
  ["later_date_2", "later_amount_2"],
  ["later_date_3", "later_amount_3"],
] as const;

/** The payments after the first; null for none. */
function laterPayments(answers: FeeAnswers): Payment[] | null {
  const all = LATER.flatMap(([date, amount]) => {
    const [day, pence] = [answers[date], answers[amount]];
    return day !== null && pence !== null ? [{ day, pence }] : [];
  });
  return all.length === 0 ? null : all;
}

function laterErrors(answers: FeeAnswers): Errors {
  const errors: Errors = {};
  for (const [date, amount] of LATER) {
    if (answers[date] !== null && answers[amount] === null) errors[amount] = "Enter the amount, or clear the date";
    if (answers[date] === null && answers[amount] !== null) errors[date] = "Enter the date, or clear the amount";
  }
  if (!laterPayments(answers)) return errors;
  if (answers.paid_date === null) errors.paid_date = "Enter the date of the first payment, or clear the further ones";
  else if (answers.paid_amount === null) {
    errors.paid_amount = "Enter the amount of the first payment, or clear the further ones";
  }
  return errors;
}

function rateErrors(answers: FeeAnswers, rate: OwnRate | null): Errors {
  if (answers.rate !== "" && !rate) return { rate: "Choose a rate from the list: this one has been deleted" };
  if (rate && answers.rate_amount !== null) return { rate_amount: "Clear this, or choose none of your rates" };
  const typed = pricesOf(answers).length > 0;
  if (typed && (rate || answers.rate_amount !== null)) {
    return { price_1: "Clear the procedure prices or the rate: a fee is worked out one way only" };
  }
  if (answers.quantity === null) return {};
  if (typed) return { quantity: "Leave this blank. The procedure prices set the number" };
  return termsOf(answers, rate)?.basis === "fixed"
    ? { quantity: "Clear this, or choose what the rate is paid for: a fixed amount is paid once" }
    : {};
}

/** The problem of a failed calculation, at the field where it can be corrected. */
function problemOf(
  { field, problem }: Extract<WorkedOut, { ok: false }>,
  { work }: FeeContext,
  rate: OwnRate | null,
): Errors {
  if (field === "start_time" && work) return { rate: "This rate has time bands: enter the times of the case first" };
  return { [field === "rate" && !rate ? "rate_amount" : field]: problem };
}

function columnsOf(answers: FeeAnswers, { work }: FeeContext, rate: OwnRate | null, amount_pence: number): FeeColumns {
  const { kind, reference, timesheet_date, paid_date, written_off_date } = answers;
  return {
    work_date: work ? null : answers.work_date,
    start_minute: work ? null : answers.start_time,
    end_minute: work ? null : answers.end_time,
    ...(work ? { start_which: null, end_which: null } : disambiguationOfTimes(timesOf(answers))),
    amount_pence,
    basis: rate?.basis ?? answers.basis ?? "fixed",
    rate_pence: rate ? rate.rate_pence : answers.rate_amount,
    payer: answers.payer || (rate?.payer ?? ""),
    kind: kind ?? "",
    // The form of a session's fee has no field for procedure codes.
    procedure_codes: work?.what === "session" ? "" : answers.procedure_codes,
    reference,
    timesheet_date,
    paid_date,
    paid_pence: paid_date === null ? null : answers.paid_amount,
    later_payments: laterPayments(answers),
    written_off_date,
  };
}

function warningsOf(columns: FeeColumns, work: LondonDate | null, today: LondonDate): string[] {
  const {
    timesheet_date: timesheet,
    paid_date: paid,
    written_off_date: writtenOff,
    amount_pence,
    paid_pence,
  } = columns;
  const later = (columns.later_payments ?? []).reduce((sum, { pence }) => sum + pence, 0);
  const more = (paid_pence ?? 0) + later - amount_pence;
  const over = more > 0 ? [`${moneyText(more)} more was paid than the fee of ${moneyText(amount_pence)}`] : [];
  return [
    ...codeWarnings(columns.procedure_codes),
    ...dateWarnings({ work, timesheet, paid, writtenOff, today }),
    ...over,
  ];
}

/** Warnings about the calculation: time that is not paid, or a typed amount that differs from the calculated one. */
function workedWarnings(
  { amount_pence }: FeeColumns,
  used: Extract<WorkedOut, { ok: true }> | null,
  worked: Extract<WorkedOut, { ok: true }> | null,
  rate: OwnRate | null,
): string[] {
  if (used) return used.warning ? [used.warning] : [];
  if (!worked || !rate || worked.pence === amount_pence) return [];
  return [`By its rate the fee would be ${moneyText(worked.pence)} (${worked.words}): what you typed was saved`];
}
