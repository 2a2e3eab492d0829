import { longDate } from "~/platform/time/dates";
import { addDays } from "~/platform/time/london";
import { formatSentence } from "../document/cells";
import { inShownSums } from "../document/shown-sums";
import { type Report, type ReportHead, type ReportSection, SMALL_WORDS } from "../document/types";
import { chartsOf } from "./charts.server";
import { withoutZeros, ZEROS_WORDS } from "./without-zeros";

/** A report as its page shows it. */
export type RenderedReport = ReturnType<typeof renderReport>;

/** Tables that have charts, in the order of the first page. */
const TABLES_WITH_CHARTS = ["job-plan-months", "procedures", "cases-by-month", "asa-by-urgency", "age-bands"];

/** Adds charts to a report and leaves its zeros out. Its files keep the zeros, and have no charts. */
export function renderReport({ head, sections }: Omit<Report, "days">) {
  const tables = sections.flatMap(({ blocks }) => blocks).flatMap((block) => (block.kind === "table" ? [block] : []));
  return {
    head,
    counts: countingRules(head),
    /** One line for each section. */
    summary: sections.flatMap((section) => {
      const words = formatSummary(section);
      return words === "" ? [] : [{ title: section.title, words }];
    }),
    charts: TABLES_WITH_CHARTS.flatMap((id) => tables.filter((table) => table.id === id)).flatMap((table) =>
      chartsOf(table).map((chart) => ({ ...chart, table: table.id })),
    ),
    sections: sections.map((section) => ({
      ...section,
      blocks: section.blocks.map((block) => withoutZeros(block.kind === "table" ? inShownSums(block) : block)),
    })),
  };
}

function formatSummary({ blocks, summary = [], empty }: ReportSection): string {
  if (blocks.length === 0) return empty;
  return summary.map(formatSentence).join(" ");
}

/** Texts on what is counted and what is left out. */
function countingRules({ period, made_on, to_come, small, identifiers }: ReportHead) {
  const isOver = period.until < made_on;
  return [
    { label: "Counted to", words: isOver || period.from >= made_on ? "" : longDate(addDays(made_on, -1)) },
    { label: "Still to come", words: to_come },
    { label: "Zeros", words: ZEROS_WORDS },
    { label: "Small numbers", words: small ? SMALL_WORDS : "" },
    { label: "Identifiers", words: identifiers.words },
  ].filter(({ words }) => words !== "");
}
