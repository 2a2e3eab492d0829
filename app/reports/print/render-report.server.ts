import { longDate } from "~/platform/time/dates";
import { addDays } from "~/platform/time/london";
import { formatSentence, inShownSums } from "../document/cells";
import {
  type Cell,
  type Report,
  type ReportBlock,
  type ReportHead,
  type ReportSection,
  type ReportTable,
  SMALL_WORDS,
} from "../document/types";
import { chartsOf } from "./charts.server";

/** Text of the page about the zeros that it leaves out. */
export const ZEROS_WORDS = "Rows and columns of zeros are left out";

/**
 * Returns a block without the rows and columns whose figures are all zero; files keep them. A hidden number is not a
 * zero, and a list of single entries keeps all its rows.
 */
export function withoutZeros(block: ReportBlock): ReportBlock {
  if (block.kind === "entries") return block;
  if (block.kind === "facts") return { ...block, facts: block.facts.filter(({ value }) => !isZero(value)) };
  const isLeftOut = (row: Cell[]) => !block.lists && isOfZeros(row.filter((_, at) => at !== block.base));
  const rows = block.rows.filter((row) => !isLeftOut(row));
  const kept = block.heads.map((_, at) => !isOfZeros([...rows, block.foot ?? []].map((row) => row[at] ?? "")));
  const narrowed = (cells: Cell[]) => (block.heads.length === 0 ? cells : cells.filter((_, at) => kept[at]));
  return {
    ...block,
    heads: narrowed(block.heads) as ReportTable["heads"],
    rows: rows.map(narrowed),
    // With a single row the total would repeat it.
    foot: block.foot && rows.length !== 1 ? narrowed(block.foot) : null,
    ...(block.paths && { paths: block.paths.filter((_, at) => !isLeftOut(block.rows[at] ?? [])) }),
  };
}

/** Whether cells contain figures, all of them zero. */
function isOfZeros(cells: readonly Cell[]): boolean {
  const figures = cells.filter((cell) => typeof cell === "object");
  return figures.length > 0 && figures.every(isZero);
}

function isZero(cell: Cell): boolean {
  if (typeof cell === "string" || cell.kind === "hidden" || cell.kind === "few") return false;
  if (cell.kind === "change") return cell.now === cell.before;
  return cell.kind === "percent" ? cell.part === 0 : cell.value === 0;
}

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
