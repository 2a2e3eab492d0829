import { longDate } from "~/platform/time/dates";
import { type ReportHead, SMALL_WORDS } from "../types";
import { ReportTableView } from "./report-table";

/** Whose report it is, of what, and that it was looked through for identifiers. */
export function ReportHeadLines({ head }: { head: ReportHead }) {
  const { name, gmc_number, grade, specialty, period_words, made_on, filters, to_come, small, identifiers } = head;
  const lines = [
    ["Name", name],
    ["GMC number", gmc_number],
    ["Grade", grade],
    ["Specialty", specialty],
    ["Period", period_words],
    ["Made on", longDate(made_on)],
    ["Shows", filters.length > 0 ? filters.join("; ") : "All work"],
    ["Still to come", to_come],
    ["Small numbers", small ? SMALL_WORDS : ""],
    ["Identifiers", identifiers.words],
  ];
  const rows = lines.filter(([, words]) => words !== "");
  return <ReportTableView table={{ id: "head", heads: [], rows, foot: null }} />;
}
