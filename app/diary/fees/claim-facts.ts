import { ownValue } from "~/platform/http/own-value";
import { moneyText, poundsText } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { longDate, ukDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import type { Which } from "~/platform/time/which-time";
import { type Basis, WORK_KINDS } from "./kinds";
import { type Claim, feeSummary } from "./rules";
import { rateWords } from "./work-out";

/** A stored fee, beside its notes. */
interface StoredClaim extends Claim {
  version: number;
  work_date: LondonDate | null;
  start_minute: number | null;
  end_minute: number | null;
  start_which: Which | null;
  end_which: Which | null;
  basis: Basis;
  rate_pence: number | null;
  payer: string;
  kind: string;
  procedure_codes: string;
  reference: string;
}

/** The fields of a fee's own form. @param notes opened */
export function claimAnswersOf(claim: StoredClaim, notes: string): Record<string, string> {
  return {
    version: String(claim.version),
    work_date: typedDate(claim.work_date),
    start_time: claim.start_minute === null ? "" : clockTime(claim.start_minute),
    end_time: claim.end_minute === null ? "" : clockTime(claim.end_minute),
    start_time_which: claim.start_which ?? "",
    end_time_which: claim.end_which ?? "",
    kind: claim.kind,
    payer: claim.payer,
    basis: claim.basis,
    rate_amount: typedMoney(claim.rate_pence),
    amount: poundsText(claim.amount_pence),
    procedure_codes: claim.procedure_codes,
    reference: claim.reference,
    timesheet_date: typedDate(claim.timesheet_date),
    paid_date: typedDate(claim.paid_date),
    paid_amount: typedMoney(claim.paid_pence),
    written_off_date: typedDate(claim.written_off_date),
    notes,
  };
}

/** All that is saved of a fee, in words; what is blank is left out. @param notes opened */
export function claimFacts(claim: StoredClaim, notes: string): { name: string; value: string }[] {
  const { work_date, start_minute: start, end_minute: end, rate_pence, basis, paid_pence } = claim;
  const times =
    start !== null && end !== null
      ? `, ${timeWords(start, claim.start_which)} – ${timeWords(end, claim.end_which)}`
      : "";
  const facts = [
    { name: "Fee", value: feeSummary(claim) },
    { name: "Date of the work", value: work_date === null ? "" : `${longDate(work_date)}${times}` },
    { name: "Kind of work", value: kindWords(claim.kind) },
    { name: "Payer", value: claim.payer },
    { name: "Rate", value: rate_pence === null ? "" : rateWords(basis, rate_pence) },
    { name: "Procedure codes", value: claim.procedure_codes },
    { name: "Reference", value: claim.reference },
    { name: "Timesheet date", value: dateWords(claim.timesheet_date) },
    { name: "Paid date", value: dateWords(claim.paid_date) },
    { name: "Amount paid", value: paid_pence === null ? "" : moneyText(paid_pence) },
    { name: "Written off on", value: dateWords(claim.written_off_date) },
    { name: "Notes", value: notes },
  ];
  return facts.filter(({ value }) => value !== "");
}

function timeWords(minute: number, which: Which | null): string {
  const said = which === "next" ? "next day" : which;
  return said ? `${clockTime(minute)} (${said})` : clockTime(minute);
}

/** The kind of extra work in words; empty for none. */
export function kindWords(kind: string): string {
  return ownValue(WORK_KINDS, kind) ?? kind;
}

function typedDate(date: LondonDate | null): string {
  return date === null ? "" : ukDate(date);
}

function typedMoney(pence: number | null): string {
  return pence === null ? "" : poundsText(pence);
}

function dateWords(date: LondonDate | null): string {
  return date === null ? "" : longDate(date);
}
