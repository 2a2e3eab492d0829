import { moneyText, poundsText } from "~/platform/money";
import { longDate, ukDate } from "~/platform/time/dates";
import { type Claim, feeSummary } from "./rules";

/** A stored fee, as far as it is shown. */
interface ShownClaim extends Claim {
  payer: string;
  procedure_codes: string;
}

/** The fields of a session's form. @param notes opened */
export function sessionFeeAnswers(claim: ShownClaim | undefined, notes: string): Record<string, string> {
  if (!claim) return {};
  return {
    extra_claim_amount: poundsText(claim.amount_pence),
    extra_claim_payer: claim.payer,
    extra_claim_timesheet_date: typedDate(claim.timesheet_date),
    extra_claim_paid_date: typedDate(claim.paid_date),
    extra_claim_notes: notes,
  };
}

/** The fields of a case's form. @param notes opened */
export function caseFeeAnswers(claim: ShownClaim | undefined, notes: string): Record<string, string> {
  if (!claim) return {};
  return {
    case_claim_procedure_code: claim.procedure_codes,
    case_claim_amount: poundsText(claim.amount_pence),
    case_claim_payer: claim.payer,
    case_claim_timesheet_date: typedDate(claim.timesheet_date),
    case_claim_paid_date: typedDate(claim.paid_date),
    case_claim_notes: notes,
  };
}

/** All that is saved of a fee, in words, a line each; empty for none. */
export function feeWords(claim: ShownClaim | undefined, notes: string): string {
  if (!claim) return "";
  const { procedure_codes, payer, timesheet_date, paid_date, paid_pence } = claim;
  const paid = paid_pence === null ? "" : `, ${moneyText(paid_pence)}`;
  const lines = [
    feeSummary(claim),
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
