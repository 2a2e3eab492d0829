import { addDays, londonInstant } from "~/platform/time/london";
import { CPD_TYPES } from "~/reports/cpd/kinds";
import type { RecordFields } from "./fields.server";
import * as f from "./fields.server";

export const REPORT_KINDS: readonly RecordFields[] = [
  {
    name: "cpd",
    description: "Continuing professional development",
    fields: {
      unique_ref: f.ref("of the entry"),
      day: f.date("date"),
      minutes: f.integer("how long, in minutes"),
      type: f.oneOf("type", CPD_TYPES),
      domains: f.pattern("GMC domains", /^([1-4](,[1-4])*)?$/),
      ...f.times,
      ...f.version,
    },
    texts: { fields: { title: f.encryptedText("title"), reflection: f.encryptedText("reflection") }, as: "json" },
  },
  {
    name: "saved_reports",
    description: "Choices of a report, under a name",
    fields: {
      unique_ref: f.ref("of the report"),
      name: f.text("name", 300),
      name_key: f.text("name in small letters", 300),
      choices: f.reportChoices("choices, as in the address of the report"),
      ...f.times,
      ...f.version,
    },
    sameBy: ["name_key"],
  },
  {
    name: "locked_periods",
    description: "Days that were sent to an appraiser and cannot be changed until they are unlocked",
    fields: {
      unique_ref: f.ref("of the locked period"),
      date_start: f.date("first day"),
      date_end: f.date("last day"),
      start_at: f.instant("midnight before the first day"),
      end_at: f.instant("midnight after the last day"),
      ...f.times,
    },
    disagrees: ({ date_start, date_end, start_at, end_at }) => {
      const days = [londonInstant(String(date_start)), londonInstant(addDays(String(date_end), 1))];
      return days[0] === start_at && days[1] === end_at ? null : "dates";
    },
    sameBy: ["date_start", "date_end"],
  },
];
