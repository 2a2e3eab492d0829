import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { MONTHS, realDate } from "~/platform/time/dates";
import type { YearTerms } from "./entitlement";
import { FIRST_LEAVE_YEAR, LAST_LEAVE_YEAR } from "./years";

/** Half days of a number of days as typed: whole ones, or with a half. */
function days(name: string, min: number, max: number, empty?: string) {
  return fields.number({ name, min, max, places: 2, empty }).transform((typed, context): number => {
    const halves = (typed ?? 0) * 2;
    if (Number.isInteger(halves)) return halves;
    context.addIssue({ code: "custom", message: `${name[0]?.toUpperCase()}${name.slice(1)} must go in steps of 0.5` });
    return z.NEVER;
  });
}

const answers = z.object({
  /** What the settings and the year's row came to when the form was opened. */
  version: fields.version,
  year: fields
    .number({ name: "year", min: FIRST_LEAVE_YEAR, max: LAST_LEAVE_YEAR, places: 0, empty: "Open this page again" })
    .transform((year) => year as number),
  year_start_day: fields
    .number({ name: "day", min: 1, max: 31, places: 0, empty: "Enter the day that the leave year starts on" })
    .transform((day) => day as number),
  year_start_month: fields.chosen(
    "the month that the leave year starts in",
    MONTHS.map((_, at) => String(at + 1)),
  ),
  shown_first: fields.chosen("days or PAs", ["days", "pas"]),
  annual_days: days("annual leave", 0, 200, "Enter the days of annual leave"),
  fraction: fields
    .number({ name: "fraction of full time", min: 0.01, max: 1, places: 2, empty: "Enter 1 for full time" })
    .transform((fraction) => fraction as number),
  carried_days: days("days carried over", -200, 200),
  study_days: days("study leave", 0, 200, "Enter the days of study and professional leave a year"),
  study_days_of_three: days("study leave in three years", 0, 600, "Enter the days of it in three years"),
});

/** How leave is calculated, and what there is of it in one year. */
export const leaveSettingsForm = answers.transform((answered, context) => {
  // 2025: no leap year, since a leave year cannot begin on a day that most years lack.
  const start = realDate(2025, Number(answered.year_start_month), answered.year_start_day);
  if (start === false) {
    const message = "The leave year must start on a day that every year has";
    context.addIssue({ code: "custom", path: ["year_start_day"], message });
    return z.NEVER;
  }
  const terms: YearTerms = {
    annual_half_days: answered.annual_days,
    fraction_hundredths: Math.round(answered.fraction * 100),
    carried_half_days: answered.carried_days,
  };
  return {
    ...{ version: answered.version, year: answered.year, terms },
    settings: {
      year_start: start.slice(5),
      shown_first: answered.shown_first,
      study_half_days: answered.study_days,
      study_half_days_of_three: answered.study_days_of_three,
    },
  };
});

export type LeaveSettingsAnswers = z.output<typeof leaveSettingsForm>;
