import { BANK_HOLIDAY_WAYS } from "~/diary/leave/bank-holiday-ways";
import { LEAVE_STATUSES, LEAVE_TYPES, MAX_LEAVE_DAYS } from "~/diary/leave/kinds";
import { daysBetween } from "~/platform/time/london";
import type { RecordFields } from "./fields.server";
import * as f from "./fields.server";

const DAY_PARTS = ["full", "am", "pm"];

export const LEAVE_KINDS: readonly RecordFields[] = [
  {
    name: "leave",
    description: "A leave",
    fields: {
      unique_ref: f.ref("of the leave"),
      type: f.oneOf("type", LEAVE_TYPES),
      name: f.text("name of your own", 300),
      date_start: f.date("first day"),
      date_end: f.date("last day"),
      start_part: f.oneOf("which part of the first day is off", DAY_PARTS),
      end_part: f.oneOf("which part of the last day is off", DAY_PARTS),
      status: f.oneOf("status", Object.keys(LEAVE_STATUSES)),
      stated_pa_units: f.optional(f.paUnits("PAs as typed; empty: what its days are worth")),
      study_cost_pence: f.optional(f.integer("cost of study leave, in pence")),
      ...f.times,
      ...f.version,
    },
    disagrees: ({ date_start, date_end }) =>
      daysBetween(String(date_start), String(date_end)) < MAX_LEAVE_DAYS ? null : "dates",
    texts: { fields: f.notes, as: "text" },
  },
  {
    name: "leave_settings",
    description: "What holds for all leave",
    fields: {
      unique_ref: f.ref("of the settings"),
      year_start: f.pattern("month and day on which the leave year begins", /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/),
      shown_first: f.oneOf("what is shown first", ["days", "pas"]),
      study_half_days: f.integer("study leave a year, in half days"),
      study_half_days_of_three: f.integer("study leave in three years, in half days"),
      ...f.times,
      ...f.version,
    },
    sameBy: [],
  },
  {
    name: "leave_years",
    description: "The entitlement from a leave year on",
    fields: {
      unique_ref: f.ref("of the entitlement"),
      year_begins: f.date("first day of the leave year"),
      annual_half_days: f.integer("annual leave, in half days"),
      fraction_hundredths: f.integer("fraction of full time, in hundredths"),
      carried_half_days: f.integer("carried over, in half days"),
      post_begins: f.optional(f.date("first day in the post, if it is within the leave year")),
      bank_holidays: f.oneOf("what bank holidays count for", BANK_HOLIDAY_WAYS),
      annual_hour_hundredths: f.optional(f.integer("annual leave in hundredths of an hour, if it is in hours")),
      carried_hour_hundredths: f.optional(f.integer("carried over in hundredths of an hour, if it is in hours")),
      ...f.times,
      ...f.version,
    },
    disagrees: ({ annual_hour_hundredths, carried_hour_hundredths }) =>
      (annual_hour_hundredths === null) === (carried_hour_hundredths === null) ? null : "hours",
    sameBy: ["year_begins"],
  },
  {
    name: "lieu_ledger",
    description: "A line of time off in lieu",
    fields: {
      unique_ref: f.ref("of the line"),
      day: f.date("the day"),
      kind: f.oneOf("what happened", ["earned", "spent", "adjusted"]),
      unit: f.oneOf("what it is in", ["hours", "pas", "days"]),
      hundredths: f.integer("how much, in hundredths; spent is less than nothing"),
      leave_ref: f.optional(f.requiredReference("leave", "the leave that it was spent on")),
      session_ref: f.optional(f.optionalReference("sessions", "the session that earned it")),
      ...f.times,
      ...f.version,
    },
    texts: { fields: f.notes, as: "text" },
  },
];
