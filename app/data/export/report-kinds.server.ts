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
      minutes: f.whole("how long, in minutes"),
      type: f.oneOf("type", Object.keys(CPD_TYPES)),
      domains: f.pattern("GMC domains", /^([1-4](,[1-4])*)?$/),
      ...f.times,
      ...f.version,
    },
    text_encrypted: {
      texts: { title: f.encryptedText("title"), reflection: f.encryptedText("reflection") },
      as: "json",
    },
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
];
