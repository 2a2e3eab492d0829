/** What the specification says to a file that is no CSV file (section 5). */
export const UPLOAD_FAILED = "Upload failed. Please try a valid CSV file.";

export const MOST_BYTES = 50_000_000;
export const MOST_ROWS = 100_000;
export const MOST_COLUMNS = 1_000;
/** Far above any cell that a person reads, and low enough that one of them never keeps a page waiting. */
export const MOST_CHARACTERS_A_ROW = 1_000_000;

/** A file that is not read at all. Its message says what is wrong with it and how to mend that. */
export class CsvRefusal extends Error {}

/** Only .csv files are taken (specification, section 5). */
export function isCsvName(name: string): boolean {
  return /\.csv$/i.test(name.trim());
}

export function refuseIfTooLong(name: string, bytes: number): void {
  if (bytes > MOST_BYTES) {
    throw new CsvRefusal(`${name} is larger than 50 MB. Split it into smaller files and choose them one by one.`);
  }
}

export function tooManyRows(): CsvRefusal {
  return new CsvRefusal(
    "There are more than 100,000 rows. Split the file into smaller ones and import them one after the other.",
  );
}

export function tooManyColumns(line: number): CsvRefusal {
  return new CsvRefusal(
    `Row ${line} has more than 1,000 columns. Delete the columns that are not needed, or choose another separator.`,
  );
}

export function tooLongRow(line: number): CsvRefusal {
  return new CsvRefusal(
    `Row ${line} has more than 1,000,000 characters. Shorten it, and look for a quotation mark (") in it that is opened and not closed.`,
  );
}

export function openQuote(line: number): CsvRefusal {
  return new CsvRefusal(
    `Row ${line} opens a quotation mark (") that is not closed, so the rows below it cannot be told apart. Close it or delete it, save the file and choose it again.`,
  );
}

export function noRows(name: string): CsvRefusal {
  return new CsvRefusal(`${name} has no rows with cases. Choose a file with a header row and rows below it.`);
}

export function otherColumns(name: string, first: string): CsvRefusal {
  return new CsvRefusal(`${name} has other columns than ${first}. Import the files one after the other.`);
}
