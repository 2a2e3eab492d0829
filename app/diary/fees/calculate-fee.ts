import type { BankCalendar } from "~/platform/time/bank-holidays";
import type { LondonDate } from "~/platform/time/london";
import type { Texts } from "~/ui/identifiers/rules";
import type { FeeAnswers } from "./form";
import { severalProcedures, type Terms, type WorkedOut, type WorkSize, workOut } from "./rate-arithmetic";
import { type StandaloneTimes, standaloneTimes } from "./standalone-times";
import type { RateRow } from "./table.server";

/** The columns of a user's rate that a fee is calculated from. */
export type OwnRate = Pick<
  RateRow,
  "unique_ref" | "basis" | "rate_pence" | "bands" | "bank_holidays_as_sunday" | "payer"
>;

/** The context in which a fee's form is checked and calculated. */
export interface FeeContext {
  /** Date and size of the session or case; null for stand-alone work, whose form asks for them. */
  work: (WorkSize & { date: LondonDate; what: "session" | "case" }) | null;
  rates: readonly OwnRate[];
  /** The user's bank holidays, by the region that applies on a day. */
  calendarOn: (date: LondonDate) => BankCalendar;
  /** The fee's texts as saved, by field. */
  savedTexts: Texts;
  today: LondonDate;
}

/** The procedure prices that were entered, in pence. */
export function pricesOf({ price_1, price_2, price_3 }: FeeAnswers): number[] {
  return [price_1, price_2, price_3].filter((price) => price !== null);
}

/** The terms of a fee: those of the chosen rate, else of the typed rate; null when neither is given. */
export function termsOf({ basis, rate_amount }: FeeAnswers, rate: OwnRate | null): Terms | null {
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

/** Calculates the fee from the answers; null when they contain neither rate nor prices. */
export function calculate(answers: FeeAnswers, terms: Terms | null, around: FeeContext): WorkedOut | null {
  const prices = pricesOf(answers);
  if (prices.length > 0) return severalProcedures(prices);
  if (!terms) return null;
  const work = around.work ?? sizeOf(answers);
  const date = around.work?.date ?? answers.work_date ?? around.today;
  const quantity = answers.quantity === null ? null : Math.round(answers.quantity * 100);
  return workOut({ terms, quantity, work, calendar: around.calendarOn(date) });
}

export function timesOf(answers: FeeAnswers): StandaloneTimes {
  const { work_date: date, start_time: start, end_time: end } = answers;
  return { date, start, end, startWhich: answers.start_time_which, endWhich: answers.end_time_which };
}

/** Size of stand-alone work: only its times are known here, so the form asks how many PAs or cases it had. */
function sizeOf(answers: FeeAnswers): WorkSize {
  const times = standaloneTimes(timesOf(answers));
  return { start_at: times?.startAt ?? null, end_at: times?.endAt ?? null, pa: null, cases: null };
}
