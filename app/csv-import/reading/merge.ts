import { isValue } from "./header";
import { ROWS_A_SLICE, type Slices } from "./slices";
import type { CsvRecord } from "./table";

/**
 * One record for each case: continuation rows go into the row above them, and of rows that are equal in all cells
 * the first stays.
 */
export function* merged(rows: readonly CsvRecord[]): Slices<{ records: CsvRecord[]; merged: number }> {
  const records: CsvRecord[] = [];
  for (const [index, row] of rows.entries()) {
    const above = records.at(-1);
    if (above && continues(row, above)) join(above, row);
    else records.push({ ...row, cells: [...row.cells] });
    if (index % ROWS_A_SLICE === ROWS_A_SLICE - 1) yield;
  }
  yield;
  const known = new Set<string>();
  const different: CsvRecord[] = [];
  for (const [index, record] of records.entries()) {
    const key = keyOf(record);
    if (!known.has(key)) different.push(record);
    known.add(key);
    if (index % ROWS_A_SLICE === ROWS_A_SLICE - 1) yield;
  }
  return { records: different, merged: rows.length - different.length };
}

/**
 * A row whose first cell is blank while the one above has it. A row that says much by itself, or another date,
 * time or number than the one above, is a case of its own whose first column is blank by chance.
 */
function continues(row: CsvRecord, above: CsvRecord): boolean {
  if (row.cells[0] !== "" || (above.cells[0] ?? "") === "" || row.ragged || above.ragged) return false;
  const filled = row.cells.filter((cell) => cell !== "").length;
  const filledAbove = above.cells.filter((cell) => cell !== "").length;
  if (filled > Math.max(2, filledAbove / 2)) return false;
  return row.cells.every((cell, index) => {
    const known = above.cells[index] ?? "";
    return cell === "" || known === "" || cell === known || !(isValue(cell) && isValue(known));
  });
}

function join(above: CsvRecord, row: CsvRecord): void {
  for (const [index, cell] of row.cells.entries()) {
    const known = above.cells[index] ?? "";
    if (cell === "" || known.split(" + ").includes(cell)) continue;
    above.cells[index] = known === "" ? cell : `${known} + ${cell}`;
  }
}

function keyOf({ cells }: CsvRecord): string {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1).join("\u001f");
}
