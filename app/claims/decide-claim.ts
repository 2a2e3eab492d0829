import { identifierErrors, type Texts } from "~/identifiers/ask";
import type { BankCalendar } from "~/time/bank-holidays";
import { type LondonDate, londonInstant } from "~/time/london";
import type { ClaimAnswers } from "./claim-form";
import type { Basis, RateBand } from "./kinds";
import { moneyText } from "./money";
import { codeWarnings, dateWarnings } from "./rules";
import { severalProcedures, type Terms, type WorkedOut, type WorkSize, workOut } from "./work-out";

/** A rate of the user's own, as far as a fee needs it. */
export interface OwnRate {
  unique_ref: string;
  basis: Basis;
  rate_pence: number | null;
  bands: readonly RateBand[];
  bank_holidays_as_sunday: boolean;
  payer: string;
}

/** What a fee is for, and what it is reckoned with. */
export interface Around {
  /** The day and size of a session or a case; null for work that stands alone, whose form says them. */
  work: (WorkSize & { date: LondonDate; what: "session" | "case" }) | null;
  rates: readonly OwnRate[];
  /** The bank holidays of whoever works on a day. */
  calendarOn: (date: LondonDate) => BankCalendar;
  /** Its texts as they are saved, by field. */
  savedTexts: Texts;
  today: LondonDate;
}

type Errors = Record<string, string>;

/** What a fee is, beside its notes. */
export interface ClaimColumns {
  work_date: LondonDate | null;
  start_minute: number | null;
  end_minute: number | null;
  amount_pence: number;
  basis: Basis;
  rate_pence: number | null;
  payer: string;
  kind: string;
  procedure_codes: string;
  reference: string;
  timesheet_date: LondonDate | null;
  paid_date: LondonDate | null;
  paid_pence: number | null;
  written_off_date: LondonDate | null;
}

export type DecidedClaim =
  | { ok: true; columns: ClaimColumns; worked: Extract<WorkedOut, { ok: true }> | null; warnings: string[] }
  | { ok: false; errors: Errors };

/** The texts of a fee's form that are looked through for identifiers. */
export function claimTexts({ payer, reference, notes }: Pick<ClaimAnswers, "payer" | "reference" | "notes">): Texts {
  return { payer, reference, notes };
}

/** What the answers of a fee's own form come to, or what is wrong with them by field. */
export function decideClaim(answers: ClaimAnswers, around: Around): DecidedClaim {
  const rate = around.rates.find(({ unique_ref }) => unique_ref === answers.rate) ?? null;
  const date = around.work?.date ?? answers.work_date;
  const errors: Errors = {
    ...(around.work ? {} : whenErrors(answers)),
    ...payErrors(answers),
    ...wayErrors(answers, rate),
    ...identifierErrors(claimTexts(answers), around.savedTexts, answers),
  };
  const asked = answers.amount === null || answers.act === "work_out";
  const terms = termsOf(answers, rate);
  const worked = Object.keys(errors).length > 0 ? null : reckon(answers, terms, around);
  if (asked && worked && !worked.ok) Object.assign(errors, problemOf(worked, around, rate));
  if (asked && !worked && Object.keys(errors).length === 0) Object.assign(errors, nothingToReckon(answers));
  const amount_pence = asked && worked?.ok ? worked.pence : (answers.amount ?? 0);
  if (answers.written_off_date && answers.paid_date && (answers.paid_amount ?? amount_pence) >= amount_pence) {
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

function nothingToReckon({ act }: ClaimAnswers): Errors {
  if (act === "work_out") return { rate_amount: "Enter a rate to work the fee out from, or choose one of yours" };
  return { amount: "Enter the fee, or a rate to work it out from" };
}

function whenErrors({ work_date, start_time, end_time }: ClaimAnswers): Errors {
  const errors: Errors = {};
  if (work_date === null) errors.work_date = "Enter the date of the work";
  if (start_time === null && end_time !== null) errors.start_time = "Enter a start time too, or clear the end time";
  if (start_time !== null && end_time === null) errors.end_time = "Enter an end time too, or clear the start time";
  return errors;
}

function payErrors({ paid_date, paid_amount }: ClaimAnswers): Errors {
  if (paid_amount === null || paid_date !== null) return {};
  return { paid_date: "Enter the day on which it was paid, or clear the amount paid" };
}

function wayErrors(answers: ClaimAnswers, rate: OwnRate | null): Errors {
  if (answers.rate !== "" && !rate) return { rate: "Choose a rate from the list: this one has been deleted" };
  if (rate && answers.rate_amount !== null) return { rate_amount: "Clear this, or choose none of your rates" };
  const typed = pricesOf(answers).length > 0;
  if (typed && (rate || answers.rate_amount !== null)) {
    return { price_1: "Clear the prices of procedures, or the rate: a fee is worked out in one way" };
  }
  if (answers.quantity === null) return {};
  if (typed) return { quantity: "Clear this: the prices of procedures say how many" };
  return termsOf(answers, rate)?.basis === "fixed"
    ? { quantity: "Clear this, or choose what the rate is paid for: a fixed amount is paid once" }
    : {};
}

function pricesOf({ price_1, price_2, price_3 }: ClaimAnswers): number[] {
  return [price_1, price_2, price_3].filter((price) => price !== null);
}

/** null where nothing says what a unit is paid. */
function termsOf({ basis, rate_amount }: ClaimAnswers, rate: OwnRate | null): Terms | null {
  if (rate?.rate_pence === null) {
    return {
      basis: "hour",
      rate_pence: null,
      bands: rate.bands,
      bank_holidays_as_sunday: rate.bank_holidays_as_sunday,
    };
  }
  if (rate) return { basis: rate.basis, rate_pence: rate.rate_pence };
  return rate_amount === null ? null : { basis: basis ?? "fixed", rate_pence: rate_amount };
}

function reckon(answers: ClaimAnswers, terms: Terms | null, around: Around): WorkedOut | null {
  const prices = pricesOf(answers);
  if (prices.length > 0) return severalProcedures(prices);
  if (!terms) return null;
  const work = around.work ?? sizeOf(answers);
  const date = around.work?.date ?? answers.work_date ?? around.today;
  const quantity = answers.quantity === null ? null : Math.round(answers.quantity * 100);
  return workOut({ terms, quantity, work, calendar: around.calendarOn(date) });
}

/** Work that stands alone: only its form says how many PAs or cases it had, so that they are asked for. */
function sizeOf(answers: ClaimAnswers): WorkSize {
  const times = timesOf(answers);
  return { start_at: times?.startAt ?? null, end_at: times?.endAt ?? null, pa: null, cases: null };
}

/** The instants of work that stands alone; an end at or before the start is on the next day. */
export function timesOf({
  work_date,
  start_time,
  end_time,
}: Pick<ClaimAnswers, "work_date" | "start_time" | "end_time">) {
  if (work_date === null || start_time === null || end_time === null) return null;
  const until = end_time > start_time ? end_time : end_time + 1440;
  return { startAt: londonInstant(work_date, start_time), endAt: londonInstant(work_date, until) };
}

/** What the sum lacks, at the field that can mend it. */
function problemOf(
  { field, problem }: Extract<WorkedOut, { ok: false }>,
  { work }: Around,
  rate: OwnRate | null,
): Errors {
  if (field === "start_time" && work) return { rate: "This rate has time bands: log the times of the case first" };
  return { [field === "rate" && !rate ? "rate_amount" : field]: problem };
}

function columnsOf(answers: ClaimAnswers, { work }: Around, rate: OwnRate | null, amount_pence: number): ClaimColumns {
  const { kind, reference, timesheet_date, paid_date, written_off_date } = answers;
  return {
    work_date: work ? null : answers.work_date,
    start_minute: work ? null : answers.start_time,
    end_minute: work ? null : answers.end_time,
    amount_pence,
    basis: rate?.basis ?? answers.basis ?? "fixed",
    rate_pence: rate ? rate.rate_pence : answers.rate_amount,
    payer: answers.payer || (rate?.payer ?? ""),
    kind: kind ?? "",
    // The form of a session has no codes to keep.
    procedure_codes: work?.what === "session" ? "" : answers.procedure_codes,
    reference,
    timesheet_date,
    paid_date,
    paid_pence: paid_date === null ? null : answers.paid_amount,
    written_off_date,
  };
}

function warningsOf(columns: ClaimColumns, work: LondonDate | null, today: LondonDate): string[] {
  const {
    timesheet_date: timesheet,
    paid_date: paid,
    written_off_date: writtenOff,
    amount_pence,
    paid_pence,
  } = columns;
  const more = (paid_pence ?? 0) - amount_pence;
  const over = more > 0 ? [`${moneyText(more)} more was paid than the fee of ${moneyText(amount_pence)}`] : [];
  return [
    ...codeWarnings(columns.procedure_codes),
    ...dateWarnings({ work, timesheet, paid, writtenOff, today }),
    ...over,
  ];
}

/** What is odd about the sum: time that is not paid, or an amount that was typed over it. */
function workedWarnings(
  { amount_pence }: ClaimColumns,
  used: Extract<WorkedOut, { ok: true }> | null,
  worked: Extract<WorkedOut, { ok: true }> | null,
  rate: OwnRate | null,
): string[] {
  if (used) return used.warning ? [used.warning] : [];
  if (!worked || !rate || worked.pence === amount_pence) return [];
  return [`By its rate the fee would be ${moneyText(worked.pence)} (${worked.words}): what you typed was saved`];
}
