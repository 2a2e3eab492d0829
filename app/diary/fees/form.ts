import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { byIntent, exemptFromQuota } from "~/platform/http/form-schemas";
import { FEE, readFee } from "~/platform/money";
import { formatList } from "~/platform/time/counted";
import { identifierAnswers } from "~/ui/identifiers/form";
import { BASES, foldSpaces, WORK_KINDS, type WorkKind, workKind } from "./kinds";
import type { FeeRow } from "./queries.server";
import { areCodes, CODES_MESSAGE, NO_AMOUNT, readCodes } from "./rules";

/** Whole pence as typed in pounds; null when blank. */
export function money(words = FEE) {
  // Long enough for a key that was held down: too large an amount is refused with a limit in pounds, not in characters.
  return fields.text({ name: words.name, max: 400 }).transform((typed, context): number | null => {
    const read = readFee(typed, words);
    if (read === null || typeof read === "number") return read;
    context.addIssue({ code: "custom", message: read.problem });
    return z.NEVER;
  });
}

function codes() {
  return fields.text({ name: "procedure code", max: 40 }).transform((typed, context): string => {
    const read = readCodes(typed);
    if (areCodes(read)) return read;
    context.addIssue({ code: "custom", message: CODES_MESSAGE });
    return z.NEVER;
  });
}

/** Field for the name of the payer, with spaces folded. */
export function payer() {
  return fields.text({ name: "payer", max: 80 }).transform(foldSpaces);
}

/** Fields of a session's fee, named as in the specification (3.4) or after its pattern. */
export const sessionFeeAnswers = {
  extra_claim_amount: money(),
  extra_claim_payer: payer(),
  extra_claim_timesheet_date: fields.date("timesheet date"),
  extra_claim_paid_date: fields.date("paid date"),
  extra_claim_notes: fields.text({ name: "fee notes", max: 2000 }),
};

/** Fields of a case's fee, named as in the specification (3.6). */
export const caseFeeAnswers = {
  case_claim_procedure_code: codes(),
  case_claim_amount: money(),
  case_claim_payer: payer(),
  case_claim_timesheet_date: fields.date("timesheet date"),
  case_claim_paid_date: fields.date("paid date"),
  case_claim_notes: fields.text({ name: "fee notes", max: 2000 }),
};

/** With what its list of elements has: work outside the plan names its fee. */
type SessionAnswers = z.output<z.ZodObject<typeof sessionFeeAnswers>> & { job_plan_element_unique_ref?: string };
type CaseAnswers = z.output<z.ZodObject<typeof caseFeeAnswers>>;

/** A fee as entered in the form of a session or case. */
export interface FeeInForm {
  /** null: no fee. */
  amount_pence: number | null;
  payer: string;
  procedure_codes: string;
  timesheet_date: string | null;
  paid_date: string | null;
  notes: string;
  /** Left out where the fee keeps its own. */
  kind?: WorkKind | "";
}

/**
 * Whether a kind of work was chosen for a fee on its own page: otherwise it has that of its session.
 * @param sessionKind of its session as it is stored
 */
function hasOwnKind({ kind }: Pick<FeeRow, "kind">, sessionKind: WorkKind | null): boolean {
  return kind !== "" && kind !== sessionKind;
}

/**
 * The fee as the form of its session has it.
 * @param saved the fee as it is now
 * @param sessionKind of the session as it is stored
 */
export function sessionFeeOf(
  answers: SessionAnswers,
  saved?: Pick<FeeRow, "kind">,
  sessionKind: WorkKind | null = null,
): FeeInForm {
  const keeps = saved !== undefined && hasOwnKind(saved, sessionKind);
  return {
    ...(keeps ? {} : { kind: workKind(answers.job_plan_element_unique_ref ?? "") ?? "" }),
    amount_pence: answers.extra_claim_amount,
    payer: answers.extra_claim_payer,
    procedure_codes: "",
    timesheet_date: answers.extra_claim_timesheet_date,
    paid_date: answers.extra_claim_paid_date,
    notes: answers.extra_claim_notes,
  };
}

export function caseFeeOf(answers: CaseAnswers): FeeInForm {
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
 * Errors of a blank amount, which deletes the fee. So that no answer is lost, the other fields must be blank too, and
 * so must those that only the fee's own page shows.
 * @param name field of the amount
 * @param saved the fee as it is now
 * @param sessionKind of its session as it is stored; left out for the fee of a case
 */
export function feeErrors(
  fee: FeeInForm,
  name: AmountField,
  saved: SavedFee | undefined,
  sessionKind: WorkKind | null = null,
): Record<string, string> {
  const { amount_pence, payer, procedure_codes, timesheet_date, paid_date, notes } = fee;
  if (amount_pence !== null) return {};
  if (payer || procedure_codes || timesheet_date || paid_date || notes) return { [name]: NO_AMOUNT };
  const more = saved ? moreOf(hasOwnKind(saved, sessionKind) ? saved : { ...saved, kind: "" }) : "";
  return more === "" ? {} : { [name]: `This fee has ${more} of its own, which this form does not show. ${DELETE_IT}` };
}

const DELETE_IT = "Keep the amount, or delete the fee on its own page";

/** The columns of a fee that only its own page shows. */
type SavedFee = Pick<FeeRow, "kind" | "rate_pence" | "basis" | "reference" | "paid_pence" | "written_off_date">;

function moreOf({ kind, rate_pence, basis, reference, paid_pence, written_off_date }: SavedFee): string {
  const has: [string, boolean][] = [
    ["a kind of work", kind !== ""],
    ["a rate", rate_pence !== null || basis !== "fixed"],
    ["a reference", reference !== ""],
    ["an amount paid", paid_pence !== null],
    ["a date of writing off", written_off_date !== null],
  ];
  return formatList(has.filter(([, is]) => is).map(([what]) => what));
}

type Keys<Words> = (keyof Words)[];

const LATER = { name: "payment", blank: "leave it blank" } as const;
const PRICE = { name: "price", blank: "leave it blank" } as const;

const feeAnswers = {
  /** Of stand-alone work; sessions and cases have their own times. */
  work_date: fields.date("date of the work"),
  start_time: fields.clock(),
  start_time_which: fields.choice("first or second", ["first", "second"]),
  end_time: fields.nextEnd(),
  end_time_which: fields.choice("which of the two", ["first", "second", "next"]),
  kind: fields.choice("a kind of work", Object.keys(WORK_KINDS) as Keys<typeof WORK_KINDS>),
  payer: payer(),
  /** Reference of one of the user's rates, which determines basis and amount. */
  rate: fields.text({ name: "rate", max: 22 }),
  basis: fields.choice("a basis", Object.keys(BASES) as Keys<typeof BASES>),
  rate_amount: money({ name: "rate", blank: "leave it blank" }),
  quantity: fields.number({ name: "how many", min: 0.01, max: 999.99, places: 2 }),
  price_1: money(PRICE),
  price_2: money(PRICE),
  price_3: money(PRICE),
  amount: money({ name: "fee", blank: "leave it blank to have it worked out" }),
  procedure_codes: codes(),
  reference: fields.text({ name: "reference", max: 40 }),
  timesheet_date: fields.date("timesheet date"),
  paid_date: fields.date("paid date"),
  paid_amount: money({ name: "payment", blank: "leave it blank for the whole fee" }),
  later_date_1: fields.date("date of the second payment"),
  later_amount_1: money(LATER),
  later_date_2: fields.date("date of the third payment"),
  later_amount_2: money(LATER),
  later_date_3: fields.date("date of the fourth payment"),
  later_amount_3: money(LATER),
  written_off_date: fields.date("date of writing off"),
  notes: fields.text({ name: "notes", max: 2000 }),
  /** Which button was pressed. */
  intent: fields.choice("what to do", ["save", "work_out", "delete"]),
  ...identifierAnswers,
};

export const newFeeForm = z.object({ idempotency_key: fields.idempotencyKey, ...feeAnswers });
export const editFeeForm = exemptFromQuota(
  z.object({ version: fields.version, idempotency_key: fields.editKey, ...feeAnswers }),
  byIntent("delete"),
);

/** The answers of a fee's own form. */
export type FeeAnswers = z.output<z.ZodObject<typeof feeAnswers>>;
