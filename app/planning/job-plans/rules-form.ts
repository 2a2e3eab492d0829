import { z } from "zod";
import * as fields from "~/platform/http/fields";
import type { Readable } from "~/platform/http/form-schemas";
import { BANK_HOLIDAY_REGIONS, type BankHolidayRegion } from "~/platform/time/bank-holidays";
import { NATIONAL_RULES, type Nation, type PaRules } from "./pa-rules";

/** Hours that a PA takes, in quarters of an hour; null when left to the nation. */
function hoursPerPa(name: string) {
  return fields.number({ name, min: 1, max: 12, places: 2 }).transform((hours, context) => {
    if (hours !== null && !Number.isInteger(hours * 4)) {
      context.addIssue({
        code: "custom",
        message: `${name.charAt(0).toUpperCase()}${name.slice(1)} must go in steps of 0.25`,
      });
      return z.NEVER;
    }
    return hours;
  });
}

/** What a form says of PA rules, beside the nation that they are of. */
export const ruleAtoms = {
  hours_per_pa_standard: hoursPerPa("hours of a PA in standard time"),
  hours_per_pa_premium: hoursPerPa("hours of a PA in premium time"),
  standard_start: fields.clock(),
  standard_end: fields.clockEnd(),
  premium_days: fields.ticks("the premium days", 7).transform((days, context) => {
    if (days.every((day) => /^[1-7]$/.test(day))) return days.map(Number).sort();
    context.addIssue({ code: "custom", message: "Choose the premium days from the list" });
    return z.NEVER;
  }),
  bank_holidays_premium: fields.tick(),
  bank_holiday_region: fields.choice("a region", Object.keys(BANK_HOLIDAY_REGIONS) as BankHolidayRegion[]),
};

const ruleAnswers = z.object(ruleAtoms);

/** What is wrong with the rules that a form tells of, as far as it can be read. */
export function judgeRules(
  nation: Nation | undefined,
  { standard_start, standard_end }: Readable<z.output<typeof ruleAnswers>>,
  context: z.RefinementCtx,
): void {
  if (nation === undefined || standard_start === undefined || standard_end === undefined) return;
  const { standard_start_minute, standard_end_minute } = NATIONAL_RULES[nation];
  if ((standard_end ?? standard_end_minute) > (standard_start ?? standard_start_minute)) return;
  const message = "Standard time must end after it starts, on the same day";
  context.addIssue({ code: "custom", path: ["standard_end"], message });
}

/** The rules that a form tells of: one that was left blank is the nation's own. */
export function rulesOf(nation: Nation, answers: z.output<typeof ruleAnswers>): PaRules {
  const national = NATIONAL_RULES[nation];
  return {
    nation,
    standard_minutes_per_pa: minutes(answers.hours_per_pa_standard) ?? national.standard_minutes_per_pa,
    premium_minutes_per_pa: minutes(answers.hours_per_pa_premium) ?? national.premium_minutes_per_pa,
    standard_start_minute: answers.standard_start ?? national.standard_start_minute,
    standard_end_minute: answers.standard_end ?? national.standard_end_minute,
    premium_weekdays: answers.premium_days,
    bank_holidays_premium: answers.bank_holidays_premium,
    bank_holiday_region: answers.bank_holiday_region ?? national.bank_holiday_region,
  };
}

function minutes(hours: number | null): number | null {
  return hours === null ? null : hours * 60;
}
