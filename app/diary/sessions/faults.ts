import { feeErrors, sessionFeeOf } from "~/diary/fees/form";
import type { Readable } from "~/platform/http/beside";
import { readEnd } from "./end-of-day";
import type { SessionAnswers } from "./form";
import { DATE_MESSAGE, readTimes } from "./times";

export const ALLOCATION_MESSAGE = "Enter the fixed PA allocation, such as 1 or 0.5";

/** Without an element there is none that it could be taken from. */
export function allocationFaults(answers: Readable<SessionAnswers>): Record<string, string> {
  const { pa_calculation_basis: basis, fixed_PA_allocation: typed, job_plan_element_unique_ref: element } = answers;
  return basis === "fixed" && typed === null && element === "" ? { fixed_PA_allocation: ALLOCATION_MESSAGE } : {};
}

interface Recurrence {
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

/** A day on which no clock changes. */
const ANY_DATE = "2026-01-01";

/** What is wrong with a session's answers beside those that cannot be read, in the order of its form. */
export function furtherFaults(answers: Readable<SessionAnswers & Recurrence>): Record<string, string> {
  const { session_start_time: start, session_end_time: end, session_greater_24_hours, session_end_date } = answers;
  // A time that cannot be read is there all the same.
  const times = readTimes({
    ...{ date: ANY_DATE, start: start === undefined ? 60 : start },
    ...readEnd({ end: end === undefined ? 120 : end, endDate: null }),
    ...{ startWhich: "", endWhich: "", wholeDay: answers.whole_day === true },
    fixedBasis: answers.pa_calculation_basis !== "time_calculated",
    longerThanADay: session_greater_24_hours === true && session_end_date === null,
  });
  const amount = answers.extra_claim_amount;
  return {
    ...(times.ok ? {} : times.errors),
    ...allocationFaults(answers),
    ...recurrenceFaults(answers),
    ...(amount === null ? feeErrors(sessionFeeOf(blankFee(answers)), "extra_claim_amount", undefined) : {}),
  };
}

/** What cannot be read of a fee is there all the same. */
function blankFee(answers: Readable<SessionAnswers>) {
  const { extra_claim_payer = "?", extra_claim_timesheet_date = "?", extra_claim_paid_date = "?" } = answers;
  const { extra_claim_notes = "?" } = answers;
  return {
    extra_claim_amount: null,
    ...{ extra_claim_payer, extra_claim_timesheet_date, extra_claim_paid_date, extra_claim_notes },
  };
}
