import { feeErrors, sessionFeeOf } from "~/diary/fees/form";
import type { FeeRow } from "~/diary/fees/queries.server";
import { dateWarnings, JOB_PLAN_FEE_WARNING } from "~/diary/fees/rules";
import { londonToday } from "~/platform/time/london";
import { identifierErrors, type Texts } from "~/ui/identifiers/rules";
import { hasJobPlanPas, type PlanChoice } from "./element-choices";
import { allocationFaults } from "./faults";
import type { SessionAnswers } from "./form";

/**
 * What is wrong with a session's allocation, fee and texts, by field name.
 * @param saved its texts as they are, by field name
 * @param fee its fee as it is
 */
export function faultsOf(answers: SessionAnswers, saved: Texts, fee?: FeeRow): Record<string, string> {
  const { description, extra_claim_payer, extra_claim_notes } = answers;
  return {
    ...allocationFaults(answers),
    ...feeErrors(sessionFeeOf(answers), "extra_claim_amount", fee),
    ...identifierErrors({ description, extra_claim_payer, extra_claim_notes }, saved, answers),
  };
}

/** What is said of the fee of a session after it was saved. */
export function feeNotes(answers: SessionAnswers, plans: readonly PlanChoice[], now: number): string[] {
  const { amount_pence, timesheet_date: timesheet, paid_date: paid } = sessionFeeOf(answers);
  if (amount_pence === null) return [];
  const planned = hasJobPlanPas(plans, answers.job_plan_element_unique_ref);
  const dates = dateWarnings({ work: answers.session_date, timesheet, paid, today: londonToday(now) });
  return planned ? [JOB_PLAN_FEE_WARNING, ...dates] : dates;
}
