/** Byte order mark, by which Excel recognises UTF-8. */
export const UTF8_MARK = "\ufeff";

/** CSV as in RFC 4180, with a byte order mark. No cell can make a spreadsheet calculate. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return UTF8_MARK + rows.map(csvLine).join("");
}

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * Returns a cell that no spreadsheet calculates, wherever it is pasted or opened. This covers the full-width signs too,
 * which spreadsheets in some languages treat as the usual ones. A negative number stays a number. Text that already
 * begins with an apostrophe before such a sign gets another one, so that removing one gives the original text.
 */
export function escapeFormula(cell: string): string {
  const calculates = /^'*[=+\-@\t\0\r\n＝＋－＠]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell);
  return calculates ? `'${cell}` : cell;
}

function csvCell(cell: string): string {
  const safe = escapeFormula(cell);
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The response that a browser saves as a file.
 * @param name letters, digits and hyphens, without the extension
 */
export function csvResponse(name: string, rows: readonly (readonly string[])[]): Response {
  return new Response(csvOf(rows), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}
