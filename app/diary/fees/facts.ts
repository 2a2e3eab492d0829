import { poundsText } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { ukDate } from "~/platform/time/dates";
import type { FeeRow } from "./queries.server";
import type { FeeAmounts } from "./rules";

/** The columns of a fee that the forms of sessions and cases show. */
type ShownFee = FeeAmounts & Pick<FeeRow, "payer" | "procedure_codes">;

/**
 * The default values of the fee fields in a session's form; empty without a fee.
 * @param notes decrypted
 */
export function sessionFeeAnswers(fee: ShownFee | undefined, notes: string): Record<string, string> {
  if (!fee) return {};
  return {
    extra_claim_amount: poundsText(fee.amount_pence),
    extra_claim_payer: fee.payer,
    extra_claim_timesheet_date: typedDate(fee.timesheet_date),
    extra_claim_paid_date: typedDate(fee.paid_date),
    extra_claim_notes: notes,
  };
}

/**
 * The default values of the fee fields in a case's form; empty without a fee.
 * @param notes decrypted
 */
export function caseFeeAnswers(fee: ShownFee | undefined, notes: string): Record<string, string> {
  if (!fee) return {};
  return {
    case_claim_procedure_code: fee.procedure_codes,
    case_claim_amount: poundsText(fee.amount_pence),
    case_claim_payer: fee.payer,
    case_claim_timesheet_date: typedDate(fee.timesheet_date),
    case_claim_paid_date: typedDate(fee.paid_date),
    case_claim_notes: notes,
  };
}

function typedDate(date: string | null): string {
  return date === null ? "" : ukDate(date);
}

/**
 * The default values of a fee's own form.
 * @param notes decrypted
 */
export function feeAnswersOf(fee: FeeRow, notes: string): Record<string, string> {
  return {
    version: String(fee.version),
    work_date: typedDate(fee.work_date),
    start_time: fee.start_minute === null ? "" : clockTime(fee.start_minute),
    end_time: fee.end_minute === null ? "" : clockTime(fee.end_minute),
    start_time_which: fee.start_which ?? "",
    end_time_which: fee.end_which ?? "",
    kind: fee.kind,
    payer: fee.payer,
    basis: fee.basis,
    rate_amount: typedMoney(fee.rate_pence),
    amount: poundsText(fee.amount_pence),
    procedure_codes: fee.procedure_codes,
    reference: fee.reference,
    timesheet_date: typedDate(fee.timesheet_date),
    paid_date: typedDate(fee.paid_date),
    paid_amount: typedMoney(fee.paid_pence),
    ...laterAnswers(fee),
    written_off_date: typedDate(fee.written_off_date),
    notes,
  };
}

/** The most payments after the first that a fee's form has fields for. */
const LATER_PAYMENTS = [1, 2, 3] as const;

function laterAnswers({ later_payments }: FeeRow): Record<string, string> {
  return Object.fromEntries(
    LATER_PAYMENTS.flatMap((number) => {
      const payment = later_payments?.[number - 1];
      return [
        [`later_date_${number}`, payment ? ukDate(payment.day) : ""],
        [`later_amount_${number}`, payment ? poundsText(payment.pence) : ""],
      ];
    }),
  );
}

function typedMoney(pence: number | null): string {
  return pence === null ? "" : poundsText(pence);
}
