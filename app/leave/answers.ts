import { poundsText } from "~/claims/money";
import { paText } from "~/job-plans/pa-rules";
import { ukDate } from "~/time/dates";
import type { LondonDate } from "~/time/london";
import { LEAVE_TYPES, type LeaveStatus, type LeaveTerms, type LeaveType } from "./kinds";

/** What the form of new leave starts with; a day and a type may come with the address. */
export function newLeaveAnswers(query: URLSearchParams, today: LondonDate): Record<string, string> {
  const type = query.get("type") ?? "";
  const day = query.get("date") ?? "";
  const granted: LeaveStatus = "approved";
  return {
    type: type in LEAVE_TYPES ? type : ("annual" satisfies LeaveType),
    date_start: /^\d{4}-\d{2}-\d{2}$/.test(day) && day !== today ? ukDate(day) : "",
    start_part: "full",
    end_part: "full",
    status: granted,
  };
}

interface Saved extends LeaveTerms {
  called: string;
  study_cost_pence: number | null;
  version: number;
}

/** A saved leave as its form shows it. Of a single day the last day is blank. @param notes opened */
export function leaveAnswersOf(saved: Saved, notes: string): Record<string, string> {
  const isSingle = saved.date_start === saved.date_end;
  return {
    version: String(saved.version),
    type: saved.type,
    called: saved.called,
    date_start: ukDate(saved.date_start),
    date_end: isSingle ? "" : ukDate(saved.date_end),
    start_part: saved.start_part,
    end_part: saved.end_part,
    status: saved.status,
    pa: saved.stated_pa_units === null ? "" : paText(saved.stated_pa_units),
    study_cost: saved.study_cost_pence === null ? "" : poundsText(saved.study_cost_pence),
    notes,
  };
}
