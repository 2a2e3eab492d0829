import { cellText } from "./cells";
import {
  type Cell,
  type Report,
  type ReportBlock,
  type ReportEntries,
  type ReportFacts,
  type ReportHead,
  type ReportSection,
  type ReportTable,
  SMALL_WORDS,
} from "./types";

/** A file of a report: what it is called, without its ending, and its lines of cells. */
export interface ReportFile {
  name: string;
  rows: string[][];
}

/** One for what the report is of, and one for each of its tables, in their order. */
export function reportFiles({ head, sections }: Report): ReportFile[] {
  const blocks = sections.flatMap((section) => section.blocks);
  return [{ name: "report", rows: [...headRows(head), ...reachRows(sections)] }, ...blocks.map(blockFile)];
}

/** The block that a file is asked of by its name. */
export function blockNamed({ sections }: Report, id: string): ReportBlock | undefined {
  return sections.flatMap(({ blocks }) => blocks).find((block) => block.id === id);
}

export function blockFile(block: ReportBlock): ReportFile {
  return { name: block.id, rows: rowsOf(block) };
}

/** `daybook-report-2026-04-01-2027-03-31`; of a table with its name after it. */
export function fileName({ period: { from, until } }: ReportHead, table?: string): string {
  return ["daybook-report", from, until, table].filter(Boolean).join("-");
}

function rowsOf(block: ReportBlock): string[][] {
  if (block.kind === "table") return tableRows(block);
  return block.kind === "facts" ? factRows(block) : entryRows(block);
}

function tableRows({ heads, rows, foot }: ReportTable): string[][] {
  const unit = (head: string, at: number) => headWithUnit(head, at, rows);
  return [heads.map(unit), ...rows.map(texts), ...(foot === null ? [] : [texts(foot)])];
}

/** A share is a plain number in a file: its head says of what. */
function headWithUnit(head: string, at: number, rows: readonly Cell[][]): string {
  const isShare = rows.some((row) => typeof row[at] !== "string" && row[at]?.kind === "percent");
  return isShare ? `${head} (%)` : head;
}

function factRows({ facts }: ReportFacts): string[][] {
  const shown = facts.map(({ label, value }) => [
    typeof value !== "string" && value.kind === "percent" ? `${label} (%)` : label,
    cellText(value),
  ]);
  return [["What", "Figure"], ...shown];
}

/** A column for each thing that may be said of an entry: the same ones in every diary. */
function entryRows({ labels, entries }: ReportEntries): string[][] {
  const lines = entries.map(({ title, facts, text }) => [
    title,
    ...labels.map((label) => facts.find((fact) => fact.label === label)?.value ?? ""),
    text,
  ]);
  return [["Entry", ...labels, "Text"], ...lines];
}

function headRows(head: ReportHead): string[][] {
  const { name, gmc_number, grade, specialty, period, made_on, filters, to_come, small, identifiers } = head;
  return [
    ["What", "Answer"],
    ["Name", name],
    ["GMC number", gmc_number],
    ["Grade", grade],
    ["Specialty", specialty],
    ["First day", period.from],
    ["Last day", period.until],
    ["Made on", made_on],
    ...filters.map((filter) => ["Filter", filter]),
    ...(to_come === "" ? [] : [["Still to come", to_come]]),
    ...(small ? [["Small numbers", SMALL_WORDS]] : []),
    ["Identifiers", identifiers.words],
  ];
}

function reachRows(sections: readonly ReportSection[]): string[][] {
  return sections.flatMap(({ title, reach }) => (reach ? [[title, reach]] : []));
}

function texts(cells: readonly Cell[]): string[] {
  return cells.map(cellText);
}
