import { feeErrors, sessionFeeOf } from "~/diary/fees/form";
import type { FeeRow } from "~/diary/fees/queries.server";
import { dateWarnings, JOB_PLAN_FEE_WARNING } from "~/diary/fees/rules";
import { type PaRules, paUnits } from "~/planning/job-plans/pa-rules";
import { holds } from "~/planning/job-plans/plan-dates";
import { londonMoment, londonToday } from "~/platform/time/london";
import { identifierErrors, type Texts } from "~/ui/identifiers/ask";
import { findElement, hasJobPlanPas, outsidePlanMessage, type PlanChoice } from "./element-choices";
import { ALLOCATION_MESSAGE, allocationFaults, type SessionAnswers } from "./form";
import type { SessionRow } from "./queries.server";
import { type PaBasis, pasOf, rulesOfSession } from "./rules";
import { readEnd, readTimes, type SessionSpan } from "./times";

/** The instants of a form, or what is wrong with its times. */
export function timesOf(answers: SessionAnswers) {
  return readTimes({
    date: answers.session_date,
    start: answers.session_start_time,
    ...readEnd({ end: answers.session_end_time, endDate: answers.session_end_date }),
    startWhich: answers.session_start_time_which,
    endWhich: answers.session_end_time_which,
    wholeDay: answers.whole_day,
    fixedBasis: answers.pa_calculation_basis === "fixed",
    longerThanADay: answers.session_greater_24_hours,
  });
}

export interface Times extends SessionSpan {
  moved: string[];
}

export interface Columns {
  start_at: number;
  end_at: number;
  element_ref: string | null;
  site: string;
  pa_basis: PaBasis;
  fixed_pa_units: number | null;
  standard_minutes: number;
  premium_minutes: number;
  pa_units: number;
  pa_rules: PaRules;
}

/** The answers that are judged with the times. */
export type Judged = Pick<
  SessionAnswers,
  "session_date" | "job_plan_element_unique_ref" | "pa_calculation_basis" | "fixed_PA_allocation" | "site"
>;

export type Decided = { ok: true; columns: Columns } | ReturnType<typeof refused>;

/** What the row of a session holds after these answers, or why they cannot be. @param current the row as it is; null for a new one */
export function decide(answers: Judged, times: Times, plans: PlanChoice[], current: SessionRow | null): Decided {
  const date = answers.session_date;
  const element_ref = answers.job_plan_element_unique_ref || null;
  const found = element_ref ? findElement(plans, element_ref) : null;
  const keeps = current !== null && current.element_ref === element_ref;
  if (element_ref && !(found && (found.element.active || keeps))) {
    return refused("job_plan_element_unique_ref", "Choose a job plan element from the list");
  }
  const sameDay = current !== null && londonMoment(current.start_at).date === date;
  if (found && !holds(found.plan, date) && !(keeps && sameDay)) {
    return refused("job_plan_element_unique_ref", outsidePlanMessage(found));
  }
  const pa_basis = answers.pa_calculation_basis;
  const typed = answers.fixed_PA_allocation;
  const allocation = typed === null ? (found?.element.default_fixed_pa_units ?? null) : paUnits(typed);
  if (pa_basis === "fixed" && allocation === null) {
    return refused("fixed_PA_allocation", ALLOCATION_MESSAGE);
  }
  const fixed_pa_units = pa_basis === "fixed" ? allocation : null;
  const kept = current && {
    startAt: current.start_at,
    endAt: current.end_at,
    element_ref: current.element_ref,
    rules: current.pa_rules,
  };
  const pa_rules = rulesOfSession(plans, element_ref, date, times, kept);
  const { worked, units } = pasOf(times, pa_rules, fixed_pa_units);
  const columns = {
    ...{ start_at: times.startAt, end_at: times.endAt, element_ref, pa_basis, fixed_pa_units, pa_rules },
    ...{ standard_minutes: worked.standard, premium_minutes: worked.premium, pa_units: units },
    // A new session is where its element is, unless told.
    site: answers.site || (current ? "" : (found?.element.location ?? "")),
  };
  return { ok: true, columns };
}

/** An element is all that a session points at; it was there when the answers were judged. */
export const ELEMENT_GONE = refused(
  "job_plan_element_unique_ref",
  "This job plan element has just been deleted. Choose another",
);

export function refused(name: string, message: string) {
  return { ok: false as const, errors: { [name]: message }, status: 422 as const };
}

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
