import { z } from "zod";
import { CATEGORIES, COUNTINGS, METHODS, PATTERNS, RECURRENCES } from "~/planning/job-plans/elements";
import { MOST_ON_CALL, ON_CALL_CATEGORIES } from "~/planning/job-plans/on-call";
import { NATIONS, paUnits } from "~/planning/job-plans/pa-rules";
import { readRotaWeeks } from "~/planning/job-plans/rota-weeks";
import { BANK_HOLIDAY_REGIONS } from "~/platform/time/bank-holidays";
import { nameOfWeekday, readDate } from "~/platform/time/dates";
import type { RecordFields } from "./fields.server";
import * as f from "./fields.server";

const minute = z.int().min(0).max(1440);
const minutesPerPa = z.int().min(1).max(1440);
const days = z.array(z.string().refine((value) => readDate(value) === value)).max(400);

/** PA rules of a plan, a session or a profile: what an hour of work counts. */
export const paRules = z.strictObject({
  nation: z.enum(Object.keys(NATIONS)),
  standard_minutes_per_pa: minutesPerPa,
  premium_minutes_per_pa: minutesPerPa,
  standard_start_minute: minute,
  standard_end_minute: minute,
  premium_weekdays: z.array(z.int().min(1).max(7)).max(7),
  bank_holidays_premium: z.boolean(),
  bank_holiday_region: z.enum(Object.keys(BANK_HOLIDAY_REGIONS)),
  local_public_holidays: z.strictObject({ added: days, removed: days }).optional(),
});

/** PAs that one session counts by agreement: no form takes more than 40. */
export function allocation(words: string): f.Field {
  return f.paUnits(words, 0, paUnits(40));
}

const rotaWeeks: f.Field = {
  shape: "weeks of a rota: 2,3,5/8",
  words: "weeks of a rota in which it falls",
  check: z.string().refine((value) => readRotaWeeks(value) === value),
};

const BASES = ["time_calculated", "fixed"];

const WEEKDAYS = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, nameOfWeekday(day)]));

export const PLAN_KINDS: readonly RecordFields[] = [
  {
    name: "job_plans",
    description: "A job plan",
    nameField: "title",
    fields: {
      unique_ref: f.ref("of the plan"),
      title: f.text("title", 300),
      employer: f.text("employer", 300),
      date_start: f.date("first day"),
      date_end: f.optional(f.date("last day; empty while it is open")),
      counts_from: f.optional(f.date("first day that counts; empty: the first day")),
      method: f.oneOf("how the balance is calculated", METHODS),
      weeks_per_year_tenths: f.integer("weeks worked a year, in tenths"),
      contracted_pa_units: f.paUnits("contracted PAs a week"),
      opening_balance_pa_units: f.paUnits("balance brought along"),
      tolerance_percent: f.integer("how far off the balance counts as on track, in percent"),
      pa_rules: f.json("what an hour counts", paRules),
      ...f.times,
      ...f.version,
    },
    texts: { fields: f.notes, as: "text" },
  },
  {
    name: "job_plan_elements",
    description: "An element of a job plan",
    nameField: "description",
    fields: {
      unique_ref: f.ref("of the element"),
      plan_ref: f.requiredReference("job_plans", "the plan that it is of"),
      description: f.text("what it is", 300),
      category: f.oneOf("category", CATEGORIES),
      counts_to_balance: f.boolean("whether it counts to the balance"),
      pattern: f.oneOf("when it happens", PATTERNS),
      stated_pa_units: f.optional(f.paUnits("PAs a week as typed; empty: worked out from its times")),
      weekly_pa_units: f.paUnits("PAs a week"),
      occurrences_per_year: f.optional(f.integer("how often a year")),
      default_basis: f.oneOf("basis of a session with it", BASES),
      default_fixed_pa_units: f.optional(allocation("fixed PAs of a session with it")),
      custom_minutes_per_pa: f.optional(f.integer("minutes of a PA where agreed apart", 1, 1440)),
      counting: f.optional(f.oneOf("how its work counts: by its sessions, or as planned; empty: logged", COUNTINGS)),
      on_call_one_in: f.optional(f.integer("on call one day in", 1, MOST_ON_CALL)),
      on_call_category: f.optional(f.oneOf("category of the on-call availability supplement", ON_CALL_CATEGORIES)),
      specialty: f.text("specialty", 300),
      location: f.text("site", 300),
      active: f.boolean("whether it is in use"),
      sort_order: f.integer("place in the list"),
      ...f.times,
      ...f.version,
    },
    sameBy: ["plan_ref", "description"],
  },
  {
    name: "element_schedule",
    description: "A time of the week of a job plan element",
    fields: {
      unique_ref: f.ref("of the time"),
      element_ref: f.requiredReference("job_plan_elements", "the element that it is of"),
      weekday: f.withLabels(f.integer("1 Monday to 7 Sunday", 1, 7), WEEKDAYS),
      start_minute: f.integer("start, in minutes from midnight", 0, 1439),
      end_minute: f.integer("end, in minutes from midnight; not after the start: on the next day", 0, 1439),
      recurrence: f.withLabels(
        f.integer(
          `how often: ${Object.entries(RECURRENCES)
            .map(([code, words]) => `${code} ${words}`)
            .join(", ")}`,
        ),
        RECURRENCES,
      ),
      anchor_date: f.optional(f.date("a week in which it falls; a date of week 1 of a rota")),
      rota_weeks: f.optional(rotaWeeks),
      sort_order: f.integer("place in the list"),
      ...f.version,
      ...f.times,
    },
    partOf: "element_ref",
  },
  {
    name: "local_public_holidays",
    description: "A bank holiday of one's own, or one of the region that is none",
    fields: {
      unique_ref: f.ref("of the day"),
      day: f.date("the day"),
      is_added: f.boolean("whether it is a bank holiday"),
      name: f.text("name", 300),
      ...f.version,
      ...f.times,
    },
    sameBy: ["day"],
  },
  {
    name: "profiles",
    description: "What you say of yourself, and how you like Daybook",
    fields: {
      unique_ref: f.ref("of the profile"),
      gmc_number: f.text("GMC number", 300),
      grade: f.text("grade", 300),
      specialty: f.text("specialty", 300),
      employers: f.json("employers", z.array(z.string().max(300)).max(200)),
      sites: f.json("sites", z.array(z.string().max(300)).max(200)),
      pa_rules: f.optional(f.json("what an hour counts in a new plan; empty: England's rules", paRules)),
      appraisal_month: f.integer("month in which the appraisal year begins", 1, 12),
      units: f.oneOf("what figures are shown in", ["pas", "hours"]),
      first_view: f.oneOf("how the logbook opens", ["list", "week"]),
      default_element_ref: f.optional(f.optionalReference("job_plan_elements", "element of a new session")),
      ages: f.oneOf("how ages are kept", ["exact", "bands"]),
      age_cuts: f.json("months of age at which a new band begins", z.array(z.int().min(0).max(2400)).max(50)),
      day_from_minute: f.integer("a weekday is out of hours before, in minutes from midnight", 0, 1439),
      day_until_minute: f.integer("a weekday is out of hours from, in minutes from midnight", 1, 1440),
      supervision_labels: f.json("labels of one's own, by code", z.record(z.string().max(10), z.string().max(300))),
      hides_first_steps: f.boolean("whether the first steps are hidden"),
      round_up_mailed: f.optional(f.date("Monday of the last week that had its Friday mail; empty: none is wanted")),
      ...f.times,
      ...f.version,
    },
    sameBy: [],
  },
];
