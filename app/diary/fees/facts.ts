import { moneyText, poundsText } from "~/platform/money";
import { longDate, ukDate } from "~/platform/time/dates";
import { type FeeAmounts, feeSummary } from "./rules";

/** A stored fee, as far as it is shown. */
interface ShownFee extends FeeAmounts {
  payer: string;
  procedure_codes: string;
}

/** The fields of a session's form. @param notes opened */
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

/** The fields of a case's form. @param notes opened */
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

/** All that is saved of a fee, in words, a line each; empty for none. */
export function formatFee(fee: ShownFee | undefined, notes: string): string {
  if (!fee) return "";
  const { procedure_codes, payer, timesheet_date, paid_date, paid_pence } = fee;
  const paid = paid_pence === null ? "" : `, ${moneyText(paid_pence)}`;
  const lines = [
    feeSummary(fee),
    procedure_codes && `Procedure code ${procedure_codes}`,
    payer && `Payer ${payer}`,
    timesheet_date && `Timesheet date ${longDate(timesheet_date)}`,
    paid_date && `Paid date ${longDate(paid_date)}${paid}`,
    notes,
  ];
  return lines.filter(Boolean).join("\n");
}

function typedDate(date: string | null): string {
  return date === null ? "" : ukDate(date);
}
