import { z } from "zod";
import { date, text } from "~/platform/http/fields";
import type { Basis } from "./kinds";
import { money } from "./money-field";
import { foldSpaces } from "./payer-key";
import { areCodes, CODES_MESSAGE, NO_AMOUNT, readCodes } from "./rules";

export function codes() {
  return text({ name: "procedure code", max: 40 }).transform((typed, context): string => {
    const read = readCodes(typed);
    if (areCodes(read)) return read;
    context.addIssue({ code: "custom", message: CODES_MESSAGE });
    return z.NEVER;
  });
}

/** Who pays. */
export function payer() {
  return text({ name: "payer", max: 80 }).transform(foldSpaces);
}

/** The fee of a session; the names are those of the specification (3.4), or follow them. */
export const sessionFeeAnswers = {
  extra_claim_amount: money(),
  extra_claim_payer: payer(),
  extra_claim_timesheet_date: date("timesheet date"),
  extra_claim_paid_date: date("paid date"),
  extra_claim_notes: text({ name: "fee notes", max: 2000 }),
};

/** The fee of a case; the names are those of the specification (3.6). */
export const caseFeeAnswers = {
  case_claim_procedure_code: codes(),
  case_claim_amount: money(),
  case_claim_payer: payer(),
  case_claim_timesheet_date: date("timesheet date"),
  case_claim_paid_date: date("paid date"),
  case_claim_notes: text({ name: "fee notes", max: 2000 }),
};

type SessionAnswers = z.output<z.ZodObject<typeof sessionFeeAnswers>>;
type CaseAnswers = z.output<z.ZodObject<typeof caseFeeAnswers>>;

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

type AmountField = "extra_claim_amount" | "case_claim_amount";

/**
 * Blank deletes a fee, but never loses an answer: the other fields must be blank too, and so must those be that only
 * the fee's own page shows.
 * @param name the amount's field
 * @param saved the fee as it is
 */
export function feeErrors(fee: FeeAnswers, name: AmountField, saved: SavedFee | undefined): Record<string, string> {
  const { amount_pence, payer, procedure_codes, timesheet_date, paid_date, notes } = fee;
  if (amount_pence !== null) return {};
  if (payer || procedure_codes || timesheet_date || paid_date || notes) return { [name]: NO_AMOUNT };
  const more = saved ? moreOf(saved) : "";
  return more === "" ? {} : { [name]: `This fee has ${more} of its own, which this form does not show. ${DELETE_IT}` };
}

const DELETE_IT = "Keep the amount, or delete the fee on its own page";

/** What a fee has that only its own page shows. */
interface SavedFee {
  kind: string;
  rate_pence: number | null;
  basis: Basis;
  reference: string;
  paid_pence: number | null;
  written_off_date: string | null;
}

function moreOf({ kind, rate_pence, basis, reference, paid_pence, written_off_date }: SavedFee): string {
  const has: [string, boolean][] = [
    ["a kind of work", kind !== ""],
    ["a rate", rate_pence !== null || basis !== "fixed"],
    ["a reference", reference !== ""],
    ["an amount paid", paid_pence !== null],
    ["a date of writing off", written_off_date !== null],
  ];
  const words = has.filter(([, is]) => is).map(([what]) => what);
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}
