import { csvOf } from "~/platform/http/csv";
import type { CsvFault } from "../fields";
import { type CsvTable, whereIs } from "./table";

/** The rows that were rejected, as a file to mend and choose again; with each what is wrong with it. */
export function rejectedCsv(table: CsvTable, faults: readonly CsvFault[]): string {
  const byLine = new Map(table.records.map(({ line, cells }) => [line, cells]));
  const lines = new Map<number, CsvFault[]>();
  for (const fault of faults) lines.set(fault.line, [...(lines.get(fault.line) ?? []), fault]);
  const width = [...lines.keys()].reduce(
    (most, line) => Math.max(most, byLine.get(line)?.length ?? 0),
    table.columns.length,
  );
  const headings = Array.from({ length: width }, (_, index) => table.columns[index]?.label ?? "");
  const rows = [...lines].map(([line, each]) => {
    const cells = byLine.get(line) ?? [];
    const place = whereIs(table, line);
    const mends = each.map(({ column, mend }) => (column === "" ? mend : `${column}: ${mend}`)).join(" ");
    return [...headings.map((_, index) => cells[index] ?? ""), String(place.line), mends];
  });
  return csvOf([[...headings, "Row of the file", "What to mend"], ...rows]);
}
