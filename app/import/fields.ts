/** What a column can be mapped to (specification 3.8), in the order in which they are shown. */
export const CSV_FIELDS = ["case_date", "start_time", "end_time", "age", "gender", "asa", "case_description"] as const;

export type CsvField = (typeof CSV_FIELDS)[number];

export const CSV_FIELD_LABELS: Readonly<Record<CsvField, string>> = {
  case_date: "Date",
  start_time: "Start time",
  end_time: "End time",
  age: "Age",
  gender: "Gender",
  asa: "ASA grade",
  case_description: "Description",
};

/** The column of each field, from 0. One field a column, one column a field (specification, section 5). */
export type CsvMapping = Partial<Record<CsvField, number>>;

/** A doubt about a value, by field, which does not keep its row out. Never carries the value itself. */
export interface CsvRemark {
  field: CsvField;
  code: string;
}

/** One row of a file as it leaves the device: mapped columns only, read and checked. */
export interface CsvRow {
  /** Of the file, from 1, as a spreadsheet shows it. */
  line: number;
  /** YYYY-MM-DD. A row without one is rejected. */
  case_date: string;
  /** Minutes since midnight, London; null where the file has none. */
  start_minute: number | null;
  end_minute: number | null;
  age: number | null;
  age_unit: "years" | "months" | "days";
  /** 1 female, 2 male. */
  gender: 1 | 2 | null;
  asa: 1 | 2 | 3 | 4 | 5 | null;
  /** At most 500 characters. */
  case_description: string;
  remarks: CsvRemark[];
}

/** A row that holds nothing to place: says where, what was found and how to mend it. The value stays on the device. */
export interface CsvFault {
  line: number;
  field: CsvField;
  /** Heading of the column, or its letter. */
  column: string;
  found: string;
  mend: string;
}

/** What was done with the rows of a file. */
export interface CsvCounts {
  read: number;
  skipped: number;
  merged: number;
  rejected: number;
}
