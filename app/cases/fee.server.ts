import { caseFeeOf, feeErrors } from "~/claims/form";
import { openFeeNotes } from "~/claims/queries.server";
import { codeWarnings, dateWarnings } from "~/claims/rules";
import { identifierErrors, isSuspected, type Texts } from "~/identifiers/ask";
import { inOneLine } from "~/sessions/sentences";
import { londonMoment } from "~/time/london";
import type { Vault } from "~/vault/vault.server";
import type { CaseAnswers } from "./form";
import type { CaseInSession } from "./queries.server";
import type { Span } from "./rules";
import { openCaseText } from "./sealed-text.server";

function textsOf({ case_description, complications, reflective_notes, case_claim_notes }: CaseAnswers): Texts {
  return { case_description, complications, reflective_notes, case_claim_notes };
}

/** The texts of a case as they are, by the names of its form. */
export async function savedTexts({ found, fee }: CaseInSession, vault: Vault, userRef: string): Promise<Texts> {
  return { ...(await openCaseText(vault, userRef, found)), case_claim_notes: await openFeeNotes(vault, fee) };
}

/** What is wrong with a case's fee and texts, by field name. */
export function faultsOf(answers: CaseAnswers, saved: Texts): Record<string, string> {
  return {
    ...feeErrors(caseFeeOf(answers), "case_claim_amount"),
    ...identifierErrors(textsOf(answers), saved, answers),
  };
}

/** The flag of a case: some text of it looks as if it identified the patient, though it was said not to. */
export function suspected(answers: CaseAnswers): boolean {
  return isSuspected(textsOf(answers));
}

/** What the next page says of a saved case: that it is, and what looks odd about its fee. */
export function caseSaved(session: Span, answers: CaseAnswers): string {
  const { amount_pence, procedure_codes, timesheet_date: timesheet, paid_date: paid } = caseFeeOf(answers);
  if (amount_pence === null) return "Case saved";
  const dates = dateWarnings({ work: londonMoment(session.start_at).date, timesheet, paid });
  return inOneLine(["Case saved", ...codeWarnings(procedure_codes), ...dates]);
}
