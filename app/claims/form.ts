import { z } from "zod";
import { date, text } from "~/http/fields";
import { money } from "./money-field";
import { areCodes, CODES_MESSAGE, NO_AMOUNT, readCodes } from "./rules";

export function codes() {
  return text({ name: "procedure code", max: 40 }).transform((typed, context): string => {
    const read = readCodes(typed);
    if (areCodes(read)) return read;
    context.addIssue({ code: "custom", message: CODES_MESSAGE });
    return z.NEVER;
  });
}

/** The fee of a session; the names are those of the specification (3.4), or follow them. */
export const sessionClaimAnswers = {
  extra_claim_amount: money(),
  extra_claim_payer: text({ name: "payer", max: 80 }),
  extra_claim_timesheet_date: date("timesheet date"),
  extra_claim_paid_date: date("paid date"),
  extra_claim_notes: text({ name: "fee notes", max: 2000 }),
};

/** The fee of a case; the names are those of the specification (3.6). */
export const caseClaimAnswers = {
  case_claim_procedure_code: codes(),
  case_claim_amount: money(),
  case_claim_payer: text({ name: "payer", max: 80 }),
  case_claim_timesheet_date: date("timesheet date"),
  case_claim_paid_date: date("paid date"),
  case_claim_notes: text({ name: "fee notes", max: 2000 }),
};

type SessionAnswers = z.output<z.ZodObject<typeof sessionClaimAnswers>>;
type CaseAnswers = z.output<z.ZodObject<typeof caseClaimAnswers>>;

/** A fee as its form answers it. */
export interface FeeAnswers {
  /** null: no fee. */
  amount_pence: number | null;
  payer: string;
  procedure_codes: string;
  timesheet_date: string | null;
  paid_date: string | null;
  notes: string;
}

export function sessionFeeOf(answers: SessionAnswers): FeeAnswers {
  return {
    amount_pence: answers.extra_claim_amount,
    payer: answers.extra_claim_payer,
    procedure_codes: "",
    timesheet_date: answers.extra_claim_timesheet_date,
    paid_date: answers.extra_claim_paid_date,
    notes: answers.extra_claim_notes,
  };
}

export function caseFeeOf(answers: CaseAnswers): FeeAnswers {
  return {
    amount_pence: answers.case_claim_amount,
    payer: answers.case_claim_payer,
    procedure_codes: answers.case_claim_procedure_code,
    timesheet_date: answers.case_claim_timesheet_date,
    paid_date: answers.case_claim_paid_date,
    notes: answers.case_claim_notes,
  };
}

/** Blank deletes a fee, but never loses an answer: the other fields must be blank too. @param name the amount's field */
export function feeErrors(fee: FeeAnswers, name: "extra_claim_amount" | "case_claim_amount"): Record<string, string> {
  const { amount_pence, payer, procedure_codes, timesheet_date, paid_date, notes } = fee;
  const more = payer || procedure_codes || timesheet_date || paid_date || notes;
  return amount_pence === null && more ? { [name]: NO_AMOUNT } : {};
}
