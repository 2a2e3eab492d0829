import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { withCrossFieldChecks } from "~/platform/http/form-schemas";
import { addDays, type LondonDate } from "~/platform/time/london";
import { type DayPart, isGranted, type LeaveSpan, type LeaveTerms } from "./kinds";
import { formatSpan, partOn } from "./rules";

/** The form that gives days of annual leave back: a single day has no last day. */
export const sicknessForm = withCrossFieldChecks(
  z.object({
    version: fields.version,
    from: fields.date("first day", "Enter the first day that you were ill"),
    until: fields.date("last day"),
  }),
  ({ from, until }, context) => {
    if (from === undefined || !until || until >= from) return;
    context.addIssue({ code: "custom", path: ["until"], message: "Last day must be the same as or after the first" });
  },
);

/** Whether sickness gives days of a leave back. */
export function isGivenBack(leave: Pick<LeaveTerms, "type" | "status">): boolean {
  return leave.type === "annual" && isGranted(leave);
}

/** Errors of the days of sickness in a leave, by field. */
export function sicknessFaults(leave: LeaveTerms, from: LondonDate, until: LondonDate): Record<string, string> {
  if (leave.stated_pa_units !== null) {
    return { from: "This leave has PAs that you typed. Clear them first, so that each of its days counts by itself" };
  }
  const outside = `Enter days of this leave, ${formatSpan(leave)}`;
  if (from < leave.date_start || from > leave.date_end) return { from: outside };
  return until > leave.date_end ? { until: outside } : {};
}

/** What sickness makes of a leave: the days of it that were ill, and those before and after that stay leave. */
export function splitBySickness(leave: LeaveSpan, from: LondonDate, until: LondonDate) {
  const days = (date_start: LondonDate, date_end: LondonDate): LeaveSpan => {
    const partOf = (date: LondonDate): DayPart => partOn(leave, date) ?? "full";
    const end_part = date_start === date_end ? "full" : partOf(date_end);
    return { date_start, date_end, start_part: partOf(date_start), end_part };
  };
  const before = from > leave.date_start ? [days(leave.date_start, addDays(from, -1))] : [];
  const after = until < leave.date_end ? [days(addDays(until, 1), leave.date_end)] : [];
  return { sick: days(from, until), stays: [...before, ...after] };
}
