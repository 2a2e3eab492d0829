import { z } from "zod";
import { feeErrors, sessionFeeAnswers, sessionFeeOf } from "~/diary/fees/form";
import { rotaWeeks } from "~/planning/job-plans/element-form";
import {
  choice,
  chosen,
  clock,
  clockEnd,
  date,
  editKey,
  idempotencyKey,
  number,
  text,
  tick,
  version,
} from "~/platform/http/fields";
import { byIntent, exemptFromQuota, type Readable, withFurtherErrors } from "~/platform/http/form-schemas";
import { identifierAnswers } from "~/ui/identifiers/form";
import { MONTHLY, REPEAT_TYPES, WEEKLY } from "../series/recurrence";
import { type DeletionCounts, SERIES_CHOICES } from "./deletion";
import { OUTCOMES, REASONS } from "./outcome";
import { PA_BASES } from "./rules";
import { DATE_MESSAGE, readEnd, readTimes, TIME_MESSAGE } from "./times";

export const ALLOCATION_MESSAGE = "Enter the fixed PA allocation, such as 1 or 0.5";
export const NO_OWN_ALLOCATION = `${ALLOCATION_MESSAGE}: this element has none of its own in your job plan`;

interface Allocation {
  pa_calculation_basis: string;
  fixed_PA_allocation: number | null;
  job_plan_element_unique_ref: string;
}

/** Requires a fixed allocation when there is no element from which it could be taken. */
export function allocationErrors(answers: Readable<Allocation>): Record<string, string> {
  const { pa_calculation_basis: basis, fixed_PA_allocation: typed, job_plan_element_unique_ref: element } = answers;
  return basis === "fixed" && typed === null && element === "" ? { fixed_PA_allocation: ALLOCATION_MESSAGE } : {};
}

interface Recurrence {
  recurring: boolean;
  recurringChoice_type: string | null;
  recurringChoice_until: string | null;
  recurringChoice_until_date: string | null;
}

/** Errors in the answers about how a session repeats, by field name. */
export function recurrenceErrors(answers: Readable<Recurrence>): Record<string, string> {
  const { recurring, recurringChoice_type: type, recurringChoice_until: until } = answers;
  if (!recurring) return {};
  return {
    ...(type === null && { recurringChoice_type: "Choose weekly or monthly" }),
    ...(until === null && { recurringChoice_until: "Choose how long it repeats" }),
    ...(until === "date" &&
      answers.recurringChoice_until_date === null && { recurringChoice_until_date: DATE_MESSAGE }),
  };
}

const NOTES_MAX = 10_000;

const which = choice("first or second", ["first", "second"]).transform((value) => value ?? "");
const endWhich = choice("which of the two", ["first", "second", "next"]).transform((value) => value ?? "");

/** The field names of the specification (3.4). */
const answers = z.object({
  session_date: date("date", DATE_MESSAGE, DATE_MESSAGE),
  session_start_time: clock(TIME_MESSAGE),
  session_start_time_which: which,
  session_end_time: clockEnd(TIME_MESSAGE),
  session_end_time_which: endWhich,
  whole_day: tick(),
  session_greater_24_hours: tick(),
  session_end_date: date("end date", undefined, DATE_MESSAGE),
  job_plan_element_unique_ref: text({ name: "job plan element", max: 22 }),
  site: text({ name: "site", max: 80 }),
  pa_calculation_basis: chosen("PA basis", PA_BASES),
  fixed_PA_allocation: number({ name: "PA allocation", min: 0, max: 40, places: 2 }),
  description: text({ name: "notes", max: NOTES_MAX }),
  ...sessionFeeAnswers,
  ...identifierAnswers,
});

/** Drops fields that other answers make irrelevant: an end date without its tick, an allocation by time. */
function relevantAnswers(input: unknown): unknown {
  if (typeof input !== "object" || input === null) return input;
  const asked: Record<string, unknown> = { ...input };
  if (asked.pa_calculation_basis !== "fixed") delete asked.fixed_PA_allocation;
  if (!asked.session_greater_24_hours) delete asked.session_end_date;
  if (!asked.recurring || asked.recurringChoice_until !== "date") delete asked.recurringChoice_until_date;
  if (!asked.recurring || asked.recurringChoice_type !== "rota") {
    delete asked.recurringChoice_rota_weeks;
    delete asked.recurringChoice_rota_start;
  }
  return asked;
}

export type SessionAnswers = z.output<typeof answers>;

/** `after_save` is the button that was pressed: "case" goes on to the first case. */
const afterSave = choice("a button", ["case"]);

/** Whether and how a new session repeats (specification 3.7). */
const recurrence = {
  recurring: tick(),
  recurringChoice_type: choice("weekly or monthly", REPEAT_TYPES),
  recurringChoice_selected: choice("how often", [...WEEKLY, ...MONTHLY]),
  recurringChoice_rota_weeks: rotaWeeks(),
  recurringChoice_rota_start: date("date in week 1"),
  recurringChoice_until: choice("how long it repeats", ["end", "date"]),
  recurringChoice_until_date: date("until date", undefined, DATE_MESSAGE),
  skip_bank_holidays: tick(),
  skip_leave: tick(),
};

export const newSessionForm = z.preprocess(
  relevantAnswers,
  withFurtherErrors(
    answers.extend({ ...recurrence, idempotency_key: idempotencyKey, after_save: afterSave }),
    furtherErrors,
  ),
);
export type NewSessionAnswers = Omit<z.output<typeof newSessionForm>, "idempotency_key">;

/** For a session of a series: whether those that follow it change with it. */
const seriesScope = choice("what to change", ["this", "following"]).transform((value) => value ?? "this");

/** For a session of a series: the versions that the page showed of those that follow (see `changedSinceShown`). */
const seriesShown = text({ name: "sessions that follow", max: 20_000 });

export const sessionForm = z.preprocess(
  relevantAnswers,
  withFurtherErrors(
    answers.extend({
      version,
      series_scope: seriesScope,
      series_shown: seriesShown,
      after_save: afterSave,
      idempotency_key: editKey,
    }),
    furtherErrors,
  ),
);
export type SessionEdit = z.output<typeof sessionForm>;

/**
 * What the page said will be deleted, one entry for each choice: `1,3,0;12,14,1;40,80,2` for sessions, cases and fees.
 */
const shownCounts = text({ name: "counts", max: 200 }).transform((value, context): DeletionCounts[] => {
  const lists = value.split(";").map((entry) => entry.split(",").map(Number));
  const whole = lists.every(
    (list) => list.length === 3 && list.every((each) => Number.isSafeInteger(each) && each >= 0),
  );
  if (whole && lists.length === SERIES_CHOICES.length) {
    return lists.map(([sessions = 0, cases = 0, fees = 0]) => ({ sessions, cases, fees }));
  }
  context.addIssue({ code: "custom", message: "Reload this page to see what will be deleted with the session" });
  return z.NEVER;
});

/** The field names of the specification (section 7). */
export const deleteSessionForm = exemptFromQuota(
  z.object({
    version,
    recurring: choice("which sessions", SERIES_CHOICES),
    /** The user continued after the warning screen of "all past and future". */
    warned: tick(),
    shown: shownCounts,
    delete_code: text({ name: "code", max: 20 }),
    signed_code: text({ name: "code", max: 200 }),
  }),
);
export type DeleteAnswers = z.output<typeof deleteSessionForm>;

/** With whom a session was swapped, and to which day. */
const swap = {
  swapped_with: text({ name: "who you swapped with", max: 80 }),
  swap_date: date("the day that you swapped to", undefined, DATE_MESSAGE),
};

/** The buttons of a planned session; without one in the request it is logged. */
export const plannedForm = exemptFromQuota(
  z.object({ intent: choice("what to do", ["log", "cancel", "restore", ...REASONS]), ...swap }),
  byIntent("restore"),
);

/** The buttons of a logged session: why it did not happen, or that it did. */
export const outcomeForm = z.object({
  intent: chosen("what became of the session", OUTCOMES),
  ...{ version, idempotency_key: editKey, ...swap },
  /** With a reason: otherwise the fee is kept. */
  delete_fee: tick(),
});
export type OutcomeAnswers = Omit<z.output<typeof outcomeForm>, "version" | "idempotency_key">;
export type PlannedOutcome = Omit<OutcomeAnswers, "delete_fee">;

/** A day without a clock change. */
const ANY_DATE = "2026-01-01";

/** Errors in a session's answers other than unreadable ones, in the order of its form. */
function furtherErrors(answers: Readable<SessionAnswers & Recurrence>): Record<string, string> {
  const { session_start_time: start, session_end_time: end, session_greater_24_hours, session_end_date } = answers;
  // An unreadable time counts as filled in: the reader has reported it.
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
    ...(amount === null ? feeErrors(sessionFeeOf(blankFee(answers)), "extra_claim_amount", undefined) : {}),
    ...allocationErrors(answers),
    ...recurrenceErrors(answers),
  };
}

/** The texts of a fee without an amount. An unreadable one counts as filled in. */
function blankFee(answers: Readable<SessionAnswers>) {
  const { extra_claim_payer = "?", extra_claim_timesheet_date = "?", extra_claim_paid_date = "?" } = answers;
  const { extra_claim_notes = "?" } = answers;
  return {
    extra_claim_amount: null,
    ...{ extra_claim_payer, extra_claim_timesheet_date, extra_claim_paid_date, extra_claim_notes },
  };
}
