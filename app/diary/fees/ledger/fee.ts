import type { Basis, TaxBasis } from "~/diary/fees/kinds";
import { type FeeAmounts, type FeeState, feeStatus, moneyParts, paymentsOf } from "~/diary/fees/rules";
import { daysBetween, type LondonDate } from "~/platform/time/london";

/** Labels of what a fee is for. */
export const FEE_KINDS = { session: "Session fees", case: "Case fees", alone: "Work on its own" } as const;
export type FeeKind = keyof typeof FEE_KINDS;

/** A fee with its work, as the extra-work page calculates with it. */
export interface Fee extends FeeAmounts {
  unique_ref: string;
  version: number;
  kind: FeeKind;
  /** Date of the work: for a session or case, the London date on which the session began. */
  work: LondonDate;
  session_ref: string | null;
  case_ref: string | null;
  /** Start and end of the session, case or stand-alone work, in minutes of the day; null without times. */
  from_minute: number | null;
  until_minute: number | null;
  /** Elapsed minutes between the two. */
  minutes: number | null;
  /** Description of the session's job plan element. */
  element: string | null;
  site: string;
  payer: string;
  basis: Basis;
  rate_pence: number | null;
  /** Kind of extra work, as stored. */
  work_kind: string;
  procedure_codes: string;
  reference: string;
  /** For one payment of a fee: the fee. */
  whole?: Fee;
}

/**
 * The payments of a fee, each as a fee of its own that was paid in full; what is missing or given up is with the last.
 * A fee with one payment, or with none, as it is.
 */
export function byPayment(fee: Fee): Fee[] {
  const payments = paymentsOf(fee);
  if (payments.length < 2) return [fee];
  let left = fee.amount_pence;
  return payments.map(({ day, pence }, at) => {
    const amount_pence = at === payments.length - 1 ? left : pence;
    left -= pence;
    return { ...fee, amount_pence, paid_date: day, paid_pence: pence, later_payments: null, whole: fee };
  });
}

/** The value of a fee in pence: its amount, or what was paid of one that was written off or overpaid. */
export function worthOf(fee: FeeAmounts): number {
  const { notClaimed, waiting, short, paid } = moneyParts(fee);
  return notClaimed + waiting + short + paid;
}

/** The date that decides the tax year of a fee; null while it has none. */
export function dateOf(fee: Pick<Fee, "work" | "timesheet_date" | "paid_date">, basis: TaxBasis): LondonDate | null {
  if (basis === "work") return fee.work;
  // Without a timesheet date it is not claimed, and so not paid, even if a paid date was entered.
  if (fee.timesheet_date === null || basis === "claim") return fee.timesheet_date;
  return fee.paid_date;
}

/** Days since the timesheet date of a claimed fee that is not paid; null for any other fee. */
export function waitsDays(fee: FeeAmounts, today: LondonDate): number | null {
  if (feeStatus(fee).state !== "not-paid" || fee.timesheet_date === null) return null;
  return Math.max(0, daysBetween(fee.timesheet_date, today));
}

/** Days from the timesheet date to the last payment, in full or in part; null while the fee is not paid. */
export function tookDays(fee: FeeAmounts): number | null {
  const { state } = feeStatus(fee);
  const last = paymentsOf(fee).at(-1)?.day;
  if ((state !== "paid" && state !== "short") || fee.timesheet_date === null || !last) return null;
  return Math.max(0, daysBetween(fee.timesheet_date, last));
}

/** Whether money of a fee is still owed. */
export function isOutstanding(state: FeeState): boolean {
  return state === "not-claimed" || state === "not-paid" || state === "short";
}
