import { longDate } from "~/time/dates";
import type { ReportHead } from "../types";
import { ReportTableView } from "./report-table";

/** Whose report it is, of what, and that it was looked through for identifiers. */
export function ReportHeadLines({ head }: { head: ReportHead }) {
  const { name, gmc_number, period_words, made_on, filters, small } = head;
  const lines = [
    ["Name", name],
    ["GMC number", gmc_number],
    ["Period", period_words],
    ["Made on", longDate(made_on)],
    ["Shows", filters.length > 0 ? filters.join("; ") : "All work"],
    ["Small numbers", small ? "Counts under 5 are kept back, and others that would give one away" : ""],
    ["Identifiers", identifierWords(head)],
  ];
  const rows = lines.filter(([, words]) => words !== "");
  return <ReportTableView table={{ id: "head", heads: [], rows, foot: null }} />;
}

function identifierWords({ identifiers: { words, found } }: ReportHead): string {
  return found > 0 ? `${words}; its owner confirmed that no patient can be identified` : words;
}
