import { CPD_TYPES } from "../cpd/kinds";
import { cpd, cpdPlace } from "../cpd/table.server";
import { savedReports } from "../saved/table.server";
import * as f from "./fields.server";
import type { RecordKind } from "./kind.server";

export const REPORT_KINDS: readonly RecordKind[] = [
  {
    name: "cpd",
    says: "Continuing professional development",
    table: cpd,
    fields: {
      unique_ref: f.ref("of the entry"),
      day: f.date("date"),
      minutes: f.whole("how long, in minutes"),
      type: f.oneOf("type", Object.keys(CPD_TYPES)),
      domains: f.pattern("GMC domains", /^([1-4](,[1-4])*)?$/),
      ...f.times,
      ...f.version,
    },
    sealed: {
      place: (row) => cpdPlace(String(row.unique_ref)),
      texts: { title: f.sealedText("title"), reflection: f.sealedText("reflection") },
      as: "json",
    },
  },
  {
    name: "saved_reports",
    says: "Choices of a report, under a name",
    table: savedReports,
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
