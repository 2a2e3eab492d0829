/** What Excel knows UTF-8 by, before all else. */
export const UTF8_MARK = "\ufeff";

/** RFC 4180 with the mark of UTF-8. No cell can make a spreadsheet calculate. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return UTF8_MARK + rows.map(csvLine).join("");
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * A cell that calculates nothing, wherever it is pasted or opened: also none that begins with the wide signs, which
 * spreadsheets of some languages take for the narrow ones. A number below nothing has to stay a number. Text that has
 * the mark already gets another one, so that whoever takes one away has the text as it was.
 */
export function neutral(cell: string): string {
  const calculates = /^'*[=+\-@\t\0\r\n＝＋－＠]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell);
  return calculates ? `'${cell}` : cell;
}

function csvCell(cell: string): string {
  const safe = neutral(cell);
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The answer that a browser saves as a file. @param name of letters, digits and hyphens, without its ending */
export function csvAnswer(name: string, rows: readonly (readonly string[])[]): Response {
  return new Response(csvOf(rows), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}
