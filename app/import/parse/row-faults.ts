import { CSV_FIELD_LABELS, type CsvFault, type CsvMapping } from "../fields";
import type { Moment } from "./moment";
import type { CsvColumn, CsvRecord } from "./table";

interface Columns {
  mapping: CsvMapping;
  columns: readonly CsvColumn[];
}

/** Most characters of a faulty value that are shown. */
const FOUND_CHARACTERS = 60;

/** Why a record has no date. */
export function dateFault({ line, cells }: CsvRecord, moment: Moment | null | false, context: Columns): CsvFault {
  const index = context.mapping.case_date;
  const place = {
    line,
    field: "case_date" as const,
    column: index === undefined ? CSV_FIELD_LABELS.case_date : (context.columns[index]?.label ?? ""),
  };
  const found = (cells[index ?? -1] ?? "").slice(0, FOUND_CHARACTERS);
  if (index === undefined) {
    return {
      ...place,
      found,
      mend: `Map the column that holds the ${CSV_FIELD_LABELS.case_date.toLowerCase()} of each case.`,
    };
  }
  if (/^#+$/.test(found)) {
    return { ...place, found, mend: "Make this column wider in the spreadsheet, then save the file as CSV again." };
  }
  if (moment === null) return { ...place, found, mend: "Enter the date of the case, such as 27/3/2026." };
  return { ...place, found, mend: "Enter a date that exists, day first, such as 27/3/2026." };
}

/** Why the cells of a record may be in the wrong columns. */
export function raggedFault({ line, cells, ragged }: CsvRecord, { columns }: Columns): CsvFault {
  const place = { line, field: "case_description" as const, column: "Whole row" };
  if (ragged === "quotes") {
    return { ...place, found: "", mend: 'Close each quotation mark ("). Write a quotation mark inside a text twice.' };
  }
  const found = cells.slice(columns.length).join(" ").trim().slice(0, FOUND_CHARACTERS);
  return {
    ...place,
    found,
    mend: "This row has more cells than the file has columns. Put each text that contains a separator in quotation marks.",
  };
}
