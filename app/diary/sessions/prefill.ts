import { paText } from "~/planning/job-plans/pa-rules";
import { clockTime, readClockTime } from "~/platform/time/clock-time";
import { findElement, type PlanChoice } from "./element-choices";

/** What the address of a new session says of it: an element of the user's, and clock times. Anything else is left out. */
export function prefilled(search: URLSearchParams, plans: readonly PlanChoice[]): Record<string, string> {
  const fields: Record<string, string> = {};
  const found = findElement(plans, search.get("element") ?? "");
  if (found) {
    const { unique_ref, default_basis, default_fixed_pa_units: fixed, location } = found.element;
    fields.job_plan_element_unique_ref = unique_ref;
    fields.pa_calculation_basis = default_basis;
    if (default_basis === "fixed" && fixed !== null) fields.fixed_PA_allocation = paText(fixed);
    if (location) fields.site = location;
  }
  for (const which of ["start", "end"]) {
    const minute = readClockTime(search.get(which) ?? "");
    if (typeof minute === "number") fields[`session_${which}_time`] = clockTime(minute);
  }
  return fields;
}
