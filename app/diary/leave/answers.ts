import type { LieuUnit } from "~/diary/lieu/format";
import { paText } from "~/planning/job-plans/pa-rules";
import { poundsText } from "~/platform/money";
import { ukDate } from "~/platform/time/dates";
import type { YearTerms } from "./entitlement";
import type { LeaveStatus, LeaveTerms, LeaveType } from "./kinds";

/** What the form of new leave starts with. */
export function newLeaveAnswers(): Record<string, string> {
  const granted: LeaveStatus = "approved";
  return {
    type: "annual" satisfies LeaveType,
    date_start: "",
    start_part: "full",
    end_part: "full",
    status: granted,
    lieu_unit: "days",
  };
}

interface Saved extends LeaveTerms {
  name: string;
  study_cost_pence: number | null;
  version: number;
}

/**
 * A saved leave as its form shows it. Of a single day the last day is blank.
 * @param notes opened
 * @param spent the line of time in lieu that it took, if it did
 */
export function leaveAnswersOf(
  saved: Saved,
  notes: string,
  spent: { unit: LieuUnit; hundredths: number } | undefined,
): Record<string, string> {
  const isSingle = saved.date_start === saved.date_end;
  return {
    version: String(saved.version),
    type: saved.type,
    name: saved.name,
    date_start: ukDate(saved.date_start),
    date_end: isSingle ? "" : ukDate(saved.date_end),
    start_part: saved.start_part,
    end_part: saved.end_part,
    status: saved.status,
    pa: saved.stated_pa_units === null ? "" : paText(saved.stated_pa_units),
    lieu_amount: spent ? String(-spent.hundredths / 100) : "",
    lieu_unit: spent?.unit ?? "days",
    study_cost: saved.study_cost_pence === null ? "" : poundsText(saved.study_cost_pence),
    notes,
  };
}

interface SavedSettings {
  year_start: string;
  shown_first: string;
  study_half_days: number;
  study_half_days_of_three: number;
}

/** Settings as their form shows them, with the terms of one year. */
export function leaveSettingsAnswers(settings: SavedSettings, terms: YearTerms, version: number, year: number) {
  const [month = "", day = ""] = settings.year_start.split("-");
  return {
    version: String(version),
    year: String(year),
    year_start_day: String(Number(day)),
    year_start_month: String(Number(month)),
    shown_first: settings.shown_first,
    annual_days: String(terms.annual_half_days / 2),
    fraction: String(terms.fraction_hundredths / 100),
    carried_days: String(terms.carried_half_days / 2),
    study_days: String(settings.study_half_days / 2),
    study_days_of_three: String(settings.study_half_days_of_three / 2),
  };
}
