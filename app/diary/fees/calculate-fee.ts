import type { BankCalendar } from "~/platform/time/bank-holidays";
import type { LondonDate } from "~/platform/time/london";
import type { Texts } from "~/ui/identifiers/rules";
import type { FeeAnswers } from "./form";
import type { RateRow } from "./table.server";
import { type TimesAlone, timesAlone } from "./times-alone";
import { severalProcedures, type Terms, type WorkedOut, type WorkSize, workOut } from "./work-out";

/** A rate of the user's own, as far as a fee needs it. */
export type OwnRate = Pick<
  RateRow,
  "unique_ref" | "basis" | "rate_pence" | "bands" | "bank_holidays_as_sunday" | "payer"
>;

/** What a fee is for, and what it is counted. */
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

/** The prices of several procedures, as far as they are typed. */
export function pricesOf({ price_1, price_2, price_3 }: FeeAnswers): number[] {
  return [price_1, price_2, price_3].filter((price) => price !== null);
}

/** null where nothing says what a unit is paid. */
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

/** What the answers come to; null where they say neither rate nor prices. */
export function calculate(answers: FeeAnswers, terms: Terms | null, around: Around): WorkedOut | null {
  const prices = pricesOf(answers);
  if (prices.length > 0) return severalProcedures(prices);
  if (!terms) return null;
  const work = around.work ?? sizeOf(answers);
  const date = around.work?.date ?? answers.work_date ?? around.today;
  const quantity = answers.quantity === null ? null : Math.round(answers.quantity * 100);
  return workOut({ terms, quantity, work, calendar: around.calendarOn(date) });
}

export function timesOf(answers: FeeAnswers): TimesAlone {
  const { work_date: date, start_time: start, end_time: end } = answers;
  return { date, start, end, startWhich: answers.start_time_which, endWhich: answers.end_time_which };
}

/** Work that stands alone: only its form says how many PAs or cases it had, so that they are asked for. */
function sizeOf(answers: FeeAnswers): WorkSize {
  const times = timesAlone(timesOf(answers));
  return { start_at: times?.startAt ?? null, end_at: times?.endAt ?? null, pa: null, cases: null };
}
