import { redirect } from "react-router";
import type { Actor } from "~/platform/context";
import { cellText, inShownSums } from "./cells";
import { readChoices, writeChoices } from "./choices";
import { readReport } from "./read.server";
import { type Cell, type Report, type ReportBlock, type ReportHead, type ReportTable, SMALL_WORDS } from "./types";

/** Address of the print page of the report whose files an address asks for. Reauthentication returns there. */
export function printViewOf(search: URLSearchParams): string {
  const choices = new URLSearchParams(search);
  choices.delete("table");
  return `/reports/paper/?${choices}`;
}

/**
 * Reads the report whose files an address asks for.
 * @throws a redirect: for invalid dates to the form of choices, for unconfirmed texts that look as if they identified a
 * person to the print page; 404 for a plan that is not the user's
 */
export async function reportForFiles(context: Actor, search: URLSearchParams): Promise<Report> {
  const { choices, problems } = readChoices(search);
  if (Object.keys(problems).length > 0) throw redirect(`/reports/?${search}`);
  const report = await readReport(context, choices);
  const { found, confirmed } = report.head.identifiers;
  if (found > 0 && !confirmed) throw redirect(`/reports/paper/?${writeChoices(choices)}`);
  return report;
}

/**
 * The files of a report: one for its head, then one for each of its tables, in order. Names are without an extension.
 */
export function reportFiles({ head, sections }: Omit<Report, "days">): { name: string; rows: string[][] }[] {
  const reach = sections.flatMap(({ title, reach }) => (reach ? [[title, reach]] : []));
  const blocks = sections.flatMap((section) => section.blocks);
  return [
    { name: "report", rows: [...headRows(head), ...reach] },
    ...blocks.map((block) => ({ name: block.id, rows: blockRows(block) })),
  ];
}

/** The block with an id, whose file is asked for. */
export function blockNamed({ sections }: Report, id: string): ReportBlock | undefined {
  return sections.flatMap(({ blocks }) => blocks).find((block) => block.id === id);
}

/** `daybook-report-2026-04-01-2027-03-31`; the file of a table has the table's id after it. */
export function fileName({ period: { from, until } }: ReportHead, table?: string): string {
  return ["daybook-report", from, until, table].filter(Boolean).join("-");
}

/** The rows of a block's file, its heads included. */
export function blockRows(block: ReportBlock): string[][] {
  if (block.kind === "table") return tableRows(inShownSums(block));
  if (block.kind === "facts") {
    const facts = block.facts.map(({ label, value }) => [isShare(value) ? `${label} (%)` : label, cellText(value)]);
    return [["What", "Figure"], ...facts];
  }
  // A column for each fact that an entry may have: the same columns for every diary.
  const lines = block.entries.map(({ title, facts, text }) => [
    title,
    ...block.labels.map((label) => facts.find((fact) => fact.label === label)?.value ?? ""),
    text,
  ]);
  return [["Entry", ...block.labels, "Text"], ...lines];
}

/** A share is a plain number in a file: the head of its column has the unit. */
function tableRows({ heads, rows, foot }: ReportTable): string[][] {
  const named = heads.map((head, at) => (rows.some((row) => isShare(row[at])) ? `${head} (%)` : head));
  return [named, ...[...rows, ...(foot ? [foot] : [])].map((cells) => cells.map(cellText))];
}

function isShare(cell: Cell | undefined): boolean {
  return typeof cell === "object" && cell.kind === "percent";
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
