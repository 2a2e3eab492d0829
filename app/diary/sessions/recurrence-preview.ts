import { type Away, fallsInLeave } from "~/diary/leave/rules";
import { readClockTime } from "~/platform/time/clock-time";
import { dayOfMonth, readDate } from "~/platform/time/dates";
import type { PlanChoice } from "./element-choices";
import { type Answers, spanOf } from "./preview";
import { plannedSeries, type RepeatChoice, type Series } from "./recurrence";

/** The series that a form's answers come to so far, or in words why there is none; null while nobody asked for one. */
export function seriesPreview(
  answers: Answers,
  plans: readonly PlanChoice[],
  leave: readonly Away[],
): Series | { ok: false; why: string } | null {
  const choice = readChoice(answers);
  if (!choice) return null;
  if (answers("skip_leave") !== "") {
    choice.isAway = (date) => {
      const span = spanOf(answers, date);
      return span !== null && leave.some((each) => fallsInLeave(span, each));
    };
  }
  const series = plannedSeries(choice, plans);
  return series.ok ? series : { ok: false, why: Object.values(series.errors)[0] ?? "" };
}

function readChoice(answers: Answers): RepeatChoice | null {
  const date = readDate(answers("session_date"));
  if (answers("recurring") === "" || !date) return null;
  const type = answers("recurringChoice_type");
  const until = answers("recurringChoice_until");
  return {
    date,
    start: readClockTime(answers("session_start_time")) || null,
    elementRef: answers("job_plan_element_unique_ref"),
    type: type === "weekly" || type === "monthly" ? type : null,
    selected: answers("recurringChoice_selected"),
    until: until === "end" || until === "date" ? until : null,
    untilDate: readDate(answers("recurringChoice_until_date")) || null,
    skipBankHolidays: answers("skip_bank_holidays") !== "",
  };
}

/** The code to begin with when somebody turns to weeks, or to months: there the date's own week. */
export function usualCode(type: string, typedDate: string): string {
  if (type === "weekly") return "11";
  const date = readDate(typedDate);
  return date ? String(20 + Math.ceil(dayOfMonth(date) / 7)) : "21";
}
