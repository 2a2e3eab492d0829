import type { Basis, TaxBasis } from "~/diary/fees/kinds";
import { type FeeAmounts, type FeeState, feeStatus, moneyParts } from "~/diary/fees/rules";
import { daysBetween, type LondonDate } from "~/platform/time/london";

/** What a fee is for. */
export const FEE_KINDS = { session: "Session fees", case: "Case fees", alone: "Work on its own" } as const;
export type FeeKind = keyof typeof FEE_KINDS;

/** A fee with the work that it is for, as the page of extra work calculates with it. */
export interface Fee extends FeeAmounts {
  unique_ref: string;
  version: number;
  kind: FeeKind;
  /** The day of the work: that on which its session began. */
  work: LondonDate;
  session_ref: string | null;
  case_ref: string | null;
  /** Of the session, the case or the work on its own; minutes of the day, null where it has no times. */
  from_minute: number | null;
  until_minute: number | null;
  /** Real time between the two. */
  minutes: number | null;
  /** The job plan element of its session. */
  element: string | null;
  site: string;
  payer: string;
  basis: Basis;
  rate_pence: number | null;
  /** Of extra work, as stored. */
  work_kind: string;
  procedure_codes: string;
  reference: string;
}

/** What a fee brings: its amount, or what was paid of one that was given up or overpaid. */
export function worthOf(fee: FeeAmounts): number {
  const { notClaimed, waiting, short, paid } = moneyParts(fee);
  return notClaimed + waiting + short + paid;
}

/** The date that puts a fee into a tax year; null while it has none. */
export function dateOf(fee: Pick<Fee, "work" | "timesheet_date" | "paid_date">, basis: TaxBasis): LondonDate | null {
  if (basis === "work") return fee.work;
  // Without a timesheet date it is not claimed, and so not paid, whatever else was entered.
  if (fee.timesheet_date === null || basis === "claim") return fee.timesheet_date;
  return fee.paid_date;
}

/** How many days a fee has waited for its money; null for one that does not wait. */
export function waitsDays(fee: FeeAmounts, today: LondonDate): number | null {
  if (feeStatus(fee).state !== "not-paid" || fee.timesheet_date === null) return null;
  return Math.max(0, daysBetween(fee.timesheet_date, today));
}

/** How many days the money took to come; null while it has not. */
export function tookDays(fee: FeeAmounts): number | null {
  const { state } = feeStatus(fee);
  if ((state !== "paid" && state !== "short") || fee.timesheet_date === null || fee.paid_date === null) return null;
  return Math.max(0, daysBetween(fee.timesheet_date, fee.paid_date));
}

export function isOutstanding(state: FeeState): boolean {
  return state === "not-claimed" || state === "not-paid";
}
