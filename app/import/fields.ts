import type { OptionKind } from "~/diary/cases/standard-options";
import type { StoredOption } from "~/diary/cases/table.server";

/**
 * Fields that a column can be mapped to (specification 3.8, and further fields of Daybook), in the order of display.
 */
export const CSV_FIELDS = [
  ...(["case_date", "start_time", "end_time", "age", "gender", "asa", "case_description"] as const),
  ...(["urgency", "supervision", "airway", "regional", "block_technique", "block_catheter"] as const),
  ...(["procedures", "specialty", "location", "status", "anaesthetist"] as const),
] as const;

export type CsvField = (typeof CSV_FIELDS)[number];

export const CSV_FIELD_LABELS: Readonly<Record<CsvField, string>> = {
  case_date: "Date",
  start_time: "Start time",
  end_time: "End time",
  age: "Age",
  gender: "Gender",
  asa: "ASA grade",
  case_description: "Description",
  urgency: "Urgency",
  supervision: "Supervision",
  airway: "Airway",
  regional: "Regional blocks",
  block_technique: "Block technique",
  block_catheter: "Block catheter",
  procedures: "Procedures",
  specialty: "Specialty",
  location: "Location",
  status: "Status",
  anaesthetist: "Anaesthetist",
};

/** Fields whose columns hold words of the file, each of which stands for Daybook's codes or options. */
export const WORD_FIELDS = ["urgency", "supervision", "airway", "regional", "procedures", "status"] as const;

export type WordField = (typeof WORD_FIELDS)[number];

/**
 * Meanings that the user chose for words, where they differ from the proposed ones: by field, then by the word in lower
 * case.
 */
export type WordTable = Partial<Record<WordField, Record<string, string[]>>>;

/** Meaning of a word of a status: cases with it did not happen. */
export const LEFT_OUT = "left_out";

/** Meaning of a word that no list knows, or not all of it: it comes as text, in the description. */
export const AS_TEXT = "as_text";

/** Most options of a row: a row with more is not a list of options. */
export const MAX_OPTIONS = 40;

/** Fields whose words stand for options, with the kind of most of them. */
export const OPTION_KINDS: Partial<Record<WordField, OptionKind>> = {
  airway: "airway",
  regional: "procedure",
  procedures: "procedure",
};

/** Column of each field, from 0. A field has one column, and a column one field (specification, section 5). */
export type CsvMapping = Partial<Record<CsvField, number>>;

/** A doubt about the value of a field, which does not reject its row. Never contains the value itself. */
export interface CsvRemark {
  field: CsvField;
  code: string;
}

/**
 * The meaning of a word of a file: codes of its field; ids of options; and `AS_TEXT`. Empty for a word that is left out.
 */
export type WordMeaning = readonly string[];

/**
 * Returns the meaning that the user chose for a word. The word may be the name of a property that every object
 * inherits, such as `constructor`.
 */
export function chosenMeaning(table: WordTable, field: WordField, word: string): string[] | undefined {
  const words = table[field] ?? {};
  return Object.hasOwn(words, word) ? words[word] : undefined;
}

/**
 * Returns the table with the meaning that the user chose for a word; a meaning equal to the proposed one is left out.
 */
export function withMeaning(
  table: WordTable,
  { field, word, proposed }: { field: WordField; word: string; proposed: readonly string[] },
  meaning: readonly string[],
): WordTable {
  const { [word]: _, ...others } = table[field] ?? {};
  const words = meaning.join() === proposed.join() ? others : { ...others, [word]: [...meaning] };
  const { [field]: __, ...fields } = table;
  return Object.keys(words).length > 0 ? { ...fields, [field]: words } : fields;
}

/** One row of a file as it leaves the device: mapped columns only, read and checked. */
export interface CsvRow {
  /** Line in the file, from 1, as a spreadsheet shows it. */
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
  /** 1 immediate to 4 elective. This and the optional fields below are left out when the file has no value. */
  urgency?: number | undefined;
  supervision?: number | undefined;
  /** As the `options` column stores them. */
  options?: StoredOption[] | undefined;
  specialty?: string | undefined;
  location?: string | undefined;
  remarks: CsvRemark[];
}

/** A row that is rejected: its place, what was found and how to correct it. The value stays on the device. */
export interface CsvFault {
  line: number;
  field: CsvField;
  /** Heading of the column, or its letter. */
  column: string;
  found: string;
  mend: string;
}

/** How many rows of a file were read, skipped, merged, left out and rejected. */
export interface CsvCounts {
  read: number;
  skipped: number;
  /** Their status says that the case did not happen. */
  cancelled: number;
  /** They have the name of another anaesthetist. */
  others: number;
  merged: number;
  rejected: number;
}

/** The field that a column is mapped to. */
export function fieldOf(mapping: CsvMapping, column: number): CsvField | undefined {
  return CSV_FIELDS.find((field) => mapping[field] === column);
}

interface Chosen {
  mapping: CsvMapping;
  /** The field that lost its column to this one. */
  movedFrom: CsvField | null;
}

/**
 * Gives a field a column, or removes its column. A column holds one field only (specification, section 5): a column
 * that another field has moves to this one.
 */
export function chooseColumn(mapping: CsvMapping, field: CsvField, column: number | null): Chosen {
  const others: CsvMapping = { ...mapping };
  delete others[field];
  if (column === null) return { mapping: others, movedFrom: null };
  const movedFrom = fieldOf(others, column) ?? null;
  if (movedFrom) delete others[movedFrom];
  return { mapping: { ...others, [field]: column }, movedFrom };
}

/**
 * The sentence that is announced after a choice.
 * @param label of the column; null for none
 */
export function formatChosen(field: CsvField, label: string | null, movedFrom: CsvField | null): string {
  const name = CSV_FIELD_LABELS[field];
  if (label === null) return `${name} has no column now.`;
  if (movedFrom === null) return `${name} is taken from “${label}”.`;
  const lost = CSV_FIELD_LABELS[movedFrom];
  return `“${label}” moved from ${lost} to ${name}. ${lost} has no column now.`;
}

/** Errors of a mapping by field name: a column that two fields use, or that the file does not have. */
export function mappingErrors(mapping: CsvMapping, columns: readonly { label: string }[]): Record<string, string> {
  const errors: Record<string, string> = {};
  const taken = new Map<number, CsvField>();
  for (const field of CSV_FIELDS) {
    const column = mapping[field];
    if (column === undefined) continue;
    const first = taken.get(column);
    if (!columns[column]) {
      errors[`mapping.${field}`] = `Choose a column of this file for ${CSV_FIELD_LABELS[field]}`;
    } else if (first) {
      const label = columns[column].label;
      errors[`mapping.${field}`] =
        `Choose another column for ${CSV_FIELD_LABELS[field]}: “${label}” is mapped to ${CSV_FIELD_LABELS[first]}`;
    } else {
      taken.set(column, field);
    }
  }
  if (taken.size === 0) errors["mapping.case_date"] = NOTHING_MAPPED;
  return errors;
}

/** A question that must be answered before any row is imported, by the name of its field. */
export type OpenQuestion = "us_dates" | "mine";

const OPEN_QUESTIONS: Readonly<Record<OpenQuestion, string>> = {
  us_dates: "Choose whether the dates have the day or the month first",
  mine: "Choose your name, or “Not in this file” for the column of anaesthetists",
};

/** The message while 'Confirm Columns' is held back, as no column is mapped (specification, section 4). */
export const NOTHING_MAPPED = "Map at least one column to continue";

/** Errors, by field name, when Confirm Columns was pressed: what is still missing before the rows can be imported. */
export function missingErrors(
  mapping: CsvMapping,
  { rows, open }: { rows: number; open: OpenQuestion | null },
): Record<string, string> {
  if (rows === 0 && mapping.case_date === undefined) {
    const label = CSV_FIELD_LABELS.case_date;
    return { "mapping.case_date": `Map ${label} too: a case without a date cannot be imported` };
  }
  if (open) return { [open]: OPEN_QUESTIONS[open] };
  return rows > 0 ? {} : { "": NOTHING_TO_IMPORT };
}

const NOTHING_TO_IMPORT = "No rows can be imported with these columns. The reasons are listed on this page";
