import type { Readable } from "~/platform/http/form-schemas";
import { DATE_MESSAGE } from "./times";

export const ALLOCATION_MESSAGE = "Enter the fixed PA allocation, such as 1 or 0.5";

interface Allocation {
  pa_calculation_basis: string;
  fixed_PA_allocation: number | null;
  job_plan_element_unique_ref: string;
}

/** Without an element there is none that it could be taken from. */
export function allocationFaults(answers: Readable<Allocation>): Record<string, string> {
  const { pa_calculation_basis: basis, fixed_PA_allocation: typed, job_plan_element_unique_ref: element } = answers;
  return basis === "fixed" && typed === null && element === "" ? { fixed_PA_allocation: ALLOCATION_MESSAGE } : {};
}

export interface Recurrence {
  recurring: boolean;
  recurringChoice_type: string | null;
  recurringChoice_until: string | null;
  recurringChoice_until_date: string | null;
}

/** What is missing of the answer how a session repeats. */
export function recurrenceFaults(answers: Readable<Recurrence>): Record<string, string> {
  const { recurring, recurringChoice_type: type, recurringChoice_until: until } = answers;
  if (!recurring) return {};
  return {
    ...(type === null && { recurringChoice_type: "Choose weekly or monthly" }),
    ...(until === null && { recurringChoice_until: "Choose how long it repeats" }),
    ...(until === "date" &&
      answers.recurringChoice_until_date === null && { recurringChoice_until_date: DATE_MESSAGE }),
  };
}
