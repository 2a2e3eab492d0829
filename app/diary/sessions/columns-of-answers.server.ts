import { feeErrors, sessionFeeOf } from "~/diary/fees/form";
import { workKind } from "~/diary/fees/kinds";
import type { FeeRow } from "~/diary/fees/queries.server";
import { paUnits } from "~/planning/job-plans/pa-rules";
import { includesDate } from "~/planning/job-plans/plan-dates";
import { londonMoment } from "~/platform/time/london";
import { identifierErrors } from "~/ui/identifiers/rules";
import { findElement, outsidePlanMessage, type PlanChoice } from "./element-choices";
import { ALLOCATION_MESSAGE, allocationErrors, NO_OWN_ALLOCATION, type SessionAnswers } from "./form";
import { storedRulesOf } from "./form-defaults";
import { countedUnits, type Outcome } from "./outcome";
import type { ChosenColumns, SessionColumns, SessionRow } from "./queries.server";
import { pasOf, rulesOfSession } from "./rules";
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

/** The answers that are validated together with the times. */
type ValidatedAnswers = Pick<
  SessionAnswers,
  "session_date" | "job_plan_element_unique_ref" | "pa_calculation_basis" | "fixed_PA_allocation" | "site"
>;

type SessionDecision = { ok: true; columns: SessionColumns } | ReturnType<typeof fieldRefusal>;

/**
 * Returns the columns of a session for these answers, or why they are refused.
 * @param current the row as it is; null for a new one
 */
export function columnsOfAnswers(
  answers: ValidatedAnswers,
  times: Times,
  plans: PlanChoice[],
  current: SessionRow | null,
): SessionDecision {
  const date = answers.session_date;
  const work_kind = workKind(answers.job_plan_element_unique_ref);
  const element_ref = work_kind ? null : answers.job_plan_element_unique_ref || null;
  const found = element_ref ? findElement(plans, element_ref) : null;
  const keeps = current !== null && current.element_ref === element_ref;
  if (element_ref && !(found && (found.element.active || keeps))) {
    return fieldRefusal("job_plan_element_unique_ref", "Choose a job plan element from the list");
  }
  const sameDay = current !== null && londonMoment(current.start_at).date === date;
  if (found && !includesDate(found.plan, date) && !(keeps && sameDay)) {
    return fieldRefusal("job_plan_element_unique_ref", outsidePlanMessage(found));
  }
  const pa_basis = answers.pa_calculation_basis;
  const typed = answers.fixed_PA_allocation;
  const allocation = typed === null ? (found?.element.default_fixed_pa_units ?? null) : paUnits(typed);
  if (pa_basis === "fixed" && allocation === null) {
    return fieldRefusal("fixed_PA_allocation", found ? NO_OWN_ALLOCATION : ALLOCATION_MESSAGE);
  }
  const fixed_pa_units = pa_basis === "fixed" ? allocation : null;
  const pa_rules = rulesOfSession(plans, element_ref ?? work_kind, date, times, current && storedRulesOf(current));
  // A new session takes the site of its element unless the form names one.
  const site = answers.site || (current ? "" : (found?.element.location ?? ""));
  const chosen = { element_ref, work_kind, site, pa_basis, fixed_pa_units, pa_rules };
  return { ok: true, columns: columnsWithPas(times, chosen, current?.outcome, found?.element.counts_to_balance) };
}

/**
 * Returns the columns of a session with its PAs, valued by the given rules.
 * @param outcome of the session that is there; a new one is held
 */
export function columnsWithPas(
  span: SessionSpan,
  chosen: Omit<ChosenColumns, "start_at" | "end_at"> & Pick<SessionColumns, "pa_rules">,
  outcome: Outcome = "held",
  isPlanned = false,
): SessionColumns {
  const { worked, units } = pasOf(span, chosen.pa_rules, chosen.fixed_pa_units);
  return {
    ...{ ...chosen, start_at: span.startAt, end_at: span.endAt },
    ...{ standard_minutes: worked.standard, premium_minutes: worked.premium },
    pa_units: countedUnits(outcome, units, isPlanned),
  };
}

/**
 * Refusal when a row that the session refers to is gone: that can only be its element, which existed when the answers
 * were validated.
 */
export const ELEMENT_GONE = fieldRefusal(
  "job_plan_element_unique_ref",
  "This job plan element has just been deleted. Choose another",
);

export function fieldRefusal(name: string, message: string) {
  return { ok: false as const, errors: { [name]: message }, status: 422 as const };
}

/**
 * Errors in a session's allocation, fee and texts, by field name.
 * @param saved its present kind and texts; undefined for a new session
 * @param fee its present fee
 */
export function feeAndTextErrors(
  answers: SessionAnswers,
  saved?: Pick<SessionRow, "work_kind"> & { notes: string; feeNotes: string },
  fee?: FeeRow,
): Record<string, string> {
  const { description, extra_claim_payer, extra_claim_notes } = answers;
  const texts = saved && {
    description: saved.notes,
    extra_claim_payer: fee?.payer ?? "",
    extra_claim_notes: saved.feeNotes,
  };
  return {
    ...allocationErrors(answers),
    ...feeErrors(sessionFeeOf(answers), "extra_claim_amount", fee, saved?.work_kind),
    ...identifierErrors({ description, extra_claim_payer, extra_claim_notes }, texts ?? {}, answers),
  };
}
