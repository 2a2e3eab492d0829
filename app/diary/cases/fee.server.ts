import { caseFeeOf, feeErrors } from "~/diary/fees/form";
import { decryptFeeNotes, type FeeRow } from "~/diary/fees/queries.server";
import { codeWarnings, dateWarnings } from "~/diary/fees/rules";
import { inOneLine } from "~/diary/sessions/sentences";
import type { Cipher } from "~/platform/crypto/vault.server";
import { londonMoment, londonToday } from "~/platform/time/london";
import { identifierErrors, isSuspected, type Texts } from "~/ui/identifiers/rules";
import { decryptCaseText } from "./encrypted-text.server";
import type { CaseAnswers } from "./form";
import type { CaseInSession } from "./queries.server";
import { type Span, timesWarning, typedTimes } from "./rules";

/** All that is typed in words, encrypted or not, by the names of the form. */
function textsOf(answers: CaseAnswers): Texts {
  const { case_description, complications, reflective_notes, new_airway_option, new_extra_option } = answers;
  const { case_claim_notes, case_claim_payer, case_claim_procedure_code } = answers;
  return {
    ...{
      case_description,
      new_airway_option: new_airway_option.join("\n"),
      new_extra_option: new_extra_option.join("\n"),
    },
    ...{ case_claim_procedure_code, case_claim_payer, case_claim_notes, complications, reflective_notes },
  };
}

/** The texts of a case as they are, by the names of its form. */
export async function savedTexts({ found, fee }: CaseInSession, cipher: Cipher): Promise<Texts> {
  return {
    ...(await decryptCaseText(cipher, found)),
    case_claim_procedure_code: fee?.procedure_codes ?? "",
    case_claim_payer: fee?.payer ?? "",
    case_claim_notes: await decryptFeeNotes(cipher, fee),
  };
}

/** What is wrong with a case's fee and texts, by field name. @param fee as it is */
export function faultsOf(answers: CaseAnswers, saved: Texts, fee?: FeeRow): Record<string, string> {
  return {
    ...feeErrors(caseFeeOf(answers), "case_claim_amount", fee),
    ...identifierErrors(textsOf(answers), saved, answers),
  };
}

export const EMPTY_CASE =
  "Enter at least a description, a time, an ASA grade or anything else of the case, or tick that it is empty for now";

/** What is wrong with a new case of which nothing is said, by field name: more likely a slip than a case. */
export function emptyErrors(answers: CaseAnswers & { save_empty: boolean }): Record<string, string> {
  const { start_time, end_time, age, gender, asa, urgency, supervision, case_claim_amount } = answers;
  const facts = [start_time, end_time, age, gender, asa, urgency, supervision, case_claim_amount];
  const options = [...answers.selected_airway_options_set, ...answers.selected_extra_options_set];
  const message =
    facts.some((fact) => fact !== null) || options.length > 0 || Object.values(textsOf(answers)).some(Boolean);
  return message || answers.save_empty ? {} : { save_empty: EMPTY_CASE };
}

/** The flag of a case: some text of it looks as if it identified the patient, though it was said not to. */
export function suspected(answers: CaseAnswers): boolean {
  return isSuspected(textsOf(answers));
}

/**
 * What the next page says of a saved case: that it is, and what looks odd about its times and its fee.
 * @param was the start that it had before; null for none, and for a case that is new.
 */
export function caseSaved(session: Span, answers: CaseAnswers, was: number | null, now: number): string {
  const times = typedTimes(session, answers, was);
  return inOneLine(["Case saved", times ? timesWarning(session, times) : null, ...feeWarnings(session, answers, now)]);
}

function feeWarnings(session: Span, answers: CaseAnswers, now: number): string[] {
  const { amount_pence, procedure_codes, timesheet_date: timesheet, paid_date: paid } = caseFeeOf(answers);
  if (amount_pence === null) return [];
  const work = londonMoment(session.start_at).date;
  return [...codeWarnings(procedure_codes), ...dateWarnings({ work, timesheet, paid, today: londonToday(now) })];
}
