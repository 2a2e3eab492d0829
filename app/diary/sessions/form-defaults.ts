import { workKind } from "~/diary/fees/kinds";
import { paText } from "~/planning/job-plans/pa-rules";
import { clockTime, readClockTime } from "~/platform/time/clock-time";
import { ukDate } from "~/platform/time/dates";
import { addDays, daysBetween, type LondonDate, londonMoment } from "~/platform/time/london";
import { type ElementOption, findElement, type PlanChoice, tagOf } from "./element-choices";
import type { UsualOutside } from "./outside-plan.server";
import type { PlanTimes } from "./plan-times";
import type { SessionRow } from "./queries.server";
import type { SessionWithRules } from "./rules";
import { timesForm } from "./times";

/**
 * Field values of the form of a new session.
 * @param element chosen for the user, with its default basis; null for none
 * @param planned the plan's times for it on the date
 */
export function newSessionDefaults(
  date: LondonDate,
  element: ElementOption | null,
  planned: PlanTimes | null = null,
): Record<string, string> {
  return {
    session_date: ukDate(date),
    job_plan_element_unique_ref: element?.unique_ref ?? "",
    ...basisOf(element),
    recurringChoice_type: "weekly",
    recurringChoice_selected: "11",
    recurringChoice_until: "end",
    skip_bank_holidays: "yes",
    skip_leave: "yes",
    ...planned?.fields,
  };
}

/**
 * Field values of a copy of a session on `date`, without its notes. A session over several days ends as many days
 * later.
 */
export function duplicateDefaults(session: SessionRow, date: LondonDate, usual: UsualOutside): Record<string, string> {
  const { version: _, ...same } = sessionDefaults(session, "");
  const days = daysBetween(londonMoment(session.start_at).date, londonMoment(session.end_at).date);
  // The fee of work outside the plan is asked for each time, with the usual one filled in.
  return {
    ...(session.work_kind && usual[session.work_kind]),
    ...same,
    session_date: ukDate(date),
    session_end_date: ukDate(addDays(date, days)),
  };
}

/** The PA basis of a new session, by field name. */
export function basisOf(element: Pick<ElementOption, "default_basis" | "default_fixed_pa_units"> | null) {
  const fixed = element?.default_basis === "fixed" ? element.default_fixed_pa_units : null;
  return {
    pa_calculation_basis: element?.default_basis ?? "time_calculated",
    fixed_PA_allocation: fixed === null ? "" : paText(fixed),
  };
}

/** Field values of the form of a saved session. @param notes its notes, decrypted */
export function sessionDefaults(session: SessionRow, notes: string): Record<string, string> {
  const span = { startAt: session.start_at, endAt: session.end_at };
  return {
    ...timesForm(span),
    session_date: ukDate(londonMoment(span.startAt).date),
    session_end_date: ukDate(londonMoment(span.endAt).date),
    job_plan_element_unique_ref: tagOf(session) ?? "",
    site: session.site,
    pa_calculation_basis: session.pa_basis,
    fixed_PA_allocation: session.fixed_pa_units === null ? "" : paText(session.fixed_pa_units),
    description: notes,
    series_scope: "this",
    version: String(session.version),
  };
}

export function storedRulesOf(session: SessionRow): SessionWithRules {
  const { start_at: startAt, end_at: endAt, pa_rules: rules } = session;
  return { startAt, endAt, tag: tagOf(session), rules, outcome: session.outcome };
}

/**
 * Field values from the address of a new session: an element of the user's or a kind of work outside the plan, clock
 * times, and fixed PAs. Other parameters are ignored.
 */
export function prefilled(
  search: URLSearchParams,
  plans: readonly PlanChoice[],
  usual: UsualOutside,
): Record<string, string> {
  const fields: Record<string, string> = {};
  const kind = workKind(search.get("element") ?? "");
  if (kind) Object.assign(fields, { job_plan_element_unique_ref: kind, ...usual[kind] });
  const found = findElement(plans, search.get("element") ?? "");
  if (found) {
    const { unique_ref, default_basis, default_fixed_pa_units: fixed, location } = found.element;
    fields.job_plan_element_unique_ref = unique_ref;
    fields.pa_calculation_basis = default_basis;
    if (default_basis === "fixed" && fixed !== null) fields.fixed_PA_allocation = paText(fixed);
    if (location) fields.site = location;
  }
  const pa = Number(search.get("pa") ?? 0);
  if (pa > 0) Object.assign(fields, { pa_calculation_basis: "fixed", fixed_PA_allocation: String(pa) });
  for (const which of ["start", "end"]) {
    const minute = readClockTime(search.get(which) ?? "");
    if (typeof minute === "number") fields[`session_${which}_time`] = clockTime(minute);
  }
  return fields;
}
