import { lowerFirst } from "~/platform/letter-case";
import { moneyText, shortMoney } from "~/platform/money";
import { shortDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
/** The exact text of the specification (section 5). */
export const JOB_PLAN_FEE_WARNING =
  "WARNING: You have entered an additional fee for a session that appears to be part of your job plan. Did you mean to do this?";

export const NO_AMOUNT = "Enter the fee, or clear the other fee fields";

/** A payment of a fee: pence, and the London date on which they came. */
export interface Payment {
  day: LondonDate;
  pence: number;
}

/** Amounts and dates of a fee: pence and London dates. */
export interface FeeAmounts {
  amount_pence: number;
  timesheet_date: LondonDate | null;
  paid_date: LondonDate | null;
  /** null: the whole amount. */
  paid_pence: number | null;
  /** Payments after that one; null for none. */
  later_payments?: readonly Payment[] | null;
  written_off_date: LondonDate | null;
}

export type FeeState = "not-claimed" | "not-paid" | "short" | "paid" | "written-off";

/** Words for several fees, which may each be short by another amount. */
const STATE_LABELS: Record<FeeState, string> = {
  "not-claimed": "not yet claimed",
  "not-paid": "not yet paid",
  short: "paid short",
  paid: "paid",
  "written-off": "written off",
};

export interface FeeStatus {
  state: FeeState;
  /** `Not yet claimed`, `Short by £20.00`. */
  words: string;
}

/**
 * The state of a fee (specification, section 4). A fee without a timesheet date is not claimed, even if a paid date was
 * entered. A written-off fee no longer waits for payment; what was paid of it before stays paid.
 */
export function feeStatus(fee: FeeAmounts): FeeStatus {
  const { amount_pence, timesheet_date, paid_date } = fee;
  const { writtenOff, short } = moneyParts(fee);
  if (writtenOff > 0) {
    const words = writtenOff === amount_pence ? "Written off" : `Paid but for ${moneyText(writtenOff)}, written off`;
    return { state: "written-off", words };
  }
  if (timesheet_date === null) return { state: "not-claimed", words: "Not yet claimed" };
  if (paid_date === null) return { state: "not-paid", words: "Not yet paid" };
  return short > 0 ? { state: "short", words: `Short by ${moneyText(short)}` } : { state: "paid", words: "Paid" };
}

/** A fee's pence by state. They add up to the fee, plus what was paid on top of it. */
export interface MoneyParts {
  notClaimed: number;
  waiting: number;
  paid: number;
  /** Missing from a fee that was paid in part. */
  short: number;
  writtenOff: number;
}

/** Divides the money of a fee by state, as `feeStatus` does. */
export function moneyParts(fee: FeeAmounts): MoneyParts {
  const { amount_pence, timesheet_date, paid_date, written_off_date } = fee;
  const parts = { notClaimed: 0, waiting: 0, paid: 0, short: 0, writtenOff: 0 };
  const claimed = timesheet_date !== null;
  if (claimed) parts.paid = paymentsOf(fee).reduce((sum, { pence }) => sum + pence, 0);
  const missing = Math.max(0, amount_pence - parts.paid);
  const where =
    written_off_date !== null ? "writtenOff" : !claimed ? "notClaimed" : paid_date === null ? "waiting" : "short";
  return { ...parts, [where]: missing };
}

/** The payments of a fee, the first to the last. */
export function paymentsOf({ amount_pence, paid_date, paid_pence, later_payments }: FeeAmounts): Payment[] {
  if (paid_date === null) return [];
  const all = [{ day: paid_date, pence: paid_pence ?? amount_pence }, ...(later_payments ?? [])];
  return all.toSorted((one, other) => one.day.localeCompare(other.day));
}

/** `£1,200.00, not yet claimed`. */
export function feeSummary(fee: FeeAmounts): string {
  return `${moneyText(fee.amount_pence)}, ${lowerFirst(feeStatus(fee).words)}`;
}

/** For narrow places: `£1,200 not yet claimed`. */
export function feeTag(fee: FeeAmounts): string {
  return `${shortMoney(fee.amount_pence)} ${lowerFirst(feeStatus(fee).words)}`;
}

/** The worst state first. */
const BY_NEED: readonly FeeState[] = ["not-claimed", "not-paid", "short", "paid", "written-off"];

/**
 * The fees of a session's cases as one status: the worst state, the number of fees in it, and the total if all are in
 * it. `Case fee £310.50 not yet claimed`, `2 case fees £570 not yet paid`, `3 case fees, 1 not yet claimed`; null
 * without fees.
 */
export function caseFeesStatus(fees: readonly FeeAmounts[]): FeeStatus | null {
  const [only] = fees;
  if (!only) return null;
  if (fees.length === 1) return { state: feeStatus(only).state, words: `Case fee ${feeTag(only)}` };
  const each = fees.map((fee) => feeStatus(fee));
  const state = BY_NEED.find((one) => each.some((status) => status.state === one)) ?? "paid";
  const alike = each.filter((status) => status.state === state).length;
  const inAll = shortMoney(fees.reduce((sum, fee) => sum + fee.amount_pence, 0));
  const [first, rest] = alike === fees.length ? [` ${inAll}`, ""] : [",", `${alike} `];
  return { state, words: `${fees.length} case fees${first} ${rest}${STATE_LABELS[state]}` };
}

interface FeeDates {
  work: LondonDate | null;
  timesheet: LondonDate | null;
  paid: LondonDate | null;
  writtenOff?: LondonDate | null;
  /** Left out where the page does not know it. */
  today?: LondonDate;
}

/** Warnings about the dates of a fee, which is saved nevertheless. */
export function dateWarnings({ work, timesheet, paid, writtenOff = null, today }: FeeDates): string[] {
  const warnings: string[] = [];
  const ahead = (date: LondonDate | null) => date !== null && today !== undefined && date > today;
  if (ahead(timesheet)) warnings.push("The timesheet date is in the future");
  if (ahead(paid)) warnings.push("The paid date is in the future, and the fee counts as paid already");
  if (work && timesheet && timesheet < work) {
    warnings.push(`The timesheet date is before the work, ${shortDate(work)}`);
  }
  if (paid && !timesheet) {
    warnings.push("There is a paid date but no timesheet date, so the fee still counts as not yet claimed");
  }
  if (paid && timesheet && paid < timesheet) warnings.push("The paid date is before the timesheet date");
  if (work && paid && paid < work && !(timesheet && paid < timesheet)) {
    warnings.push(`The paid date is before the work, ${shortDate(work)}`);
  }
  if (ahead(writtenOff)) warnings.push("The date of writing off is in the future, and the fee counts as written off");
  if (work && writtenOff && writtenOff < work) {
    warnings.push(`The date of writing off is before the work, ${shortDate(work)}`);
  }
  return warnings;
}

const MAX_CODES = 3;

/**
 * Error for a text that is not a code of any fee schedule. Codes are stored unencrypted, so they must not contain
 * words.
 */
export const CODES_MESSAGE = "Enter procedure codes only: letters and digits, such as W8500 C7520";

/** Whether each code may be one of a fee schedule: at most eight letters, digits and dots, with at least one digit. */
export function areCodes(codes: string): boolean {
  return codes === "" || codes.split(" ").every((code) => /^(?=.*\d)[A-Z\d.]{1,8}$/.test(code));
}

/** The procedure codes of a fee as they are stored: in capitals, one space between. */
export function readCodes(typed: string): string {
  return typed
    .toUpperCase()
    .split(/[\s,;+]+/)
    .filter(Boolean)
    .join(" ");
}

/**
 * Warnings about procedure codes, which are saved nevertheless. The warnings do not repeat what was typed.
 * @param codes as `readCodes` returns them
 */
export function codeWarnings(codes: string): string[] {
  const list = codes === "" ? [] : codes.split(" ");
  const odd = list.filter((code) => !/^[A-Z]{0,2}\d{3,5}$/.test(code)).length;
  const warnings: string[] = [];
  if (odd > 0) {
    const which =
      odd === list.length
        ? odd === 1
          ? "The procedure code looks"
          : "The procedure codes look"
        : `${odd} of the procedure codes ${odd === 1 ? "looks" : "look"}`;
    warnings.push(`${which} odd: most have up to two letters, then three to five digits, such as W8500`);
  }
  if (list.length > MAX_CODES) warnings.push(`Insurers take ${MAX_CODES} procedure codes at most`);
  return warnings;
}

/** The note for a session with fees both for itself and for its cases; null when only one side has fees. */
export function bothFees(sessionPence: number, casePence: number): string | null {
  if (sessionPence === 0 || casePence === 0) return null;
  return `Both session and case fees: ${moneyText(sessionPence)} for the session and ${moneyText(casePence)} for cases, ${moneyText(sessionPence + casePence)} in all`;
}

/** The fees that a deletion includes: `, and a fee of £310.00`, `, and 2 fees of £570.00 in all`; empty for none. */
export function withFees({ fees, pence }: { fees: number; pence: number }): string {
  if (fees === 0) return "";
  return fees === 1 ? `, and a fee of ${moneyText(pence)}` : `, and ${fees} fees of ${moneyText(pence)} in all`;
}
