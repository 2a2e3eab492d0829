import type { OptionKind } from "~/diary/cases/standard-options";
import type { StoredOption } from "~/diary/cases/table.server";

/** What a column can be mapped to (specification 3.8, and what is ours), in the order in which they are shown. */
export const CSV_FIELDS = [
  ...(["case_date", "start_time", "end_time", "age", "gender", "asa", "case_description"] as const),
  ...(["urgency", "supervision", "airway", "regional", "block_technique", "block_catheter"] as const),
  ...(["procedures", "specialty", "location"] as const),
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
};

/** Fields whose columns hold words of the file's own, each of which stands for codes or options of ours. */
export const WORD_FIELDS = [
  ...(["urgency", "supervision", "airway", "regional", "block_technique", "block_catheter", "procedures"] as const),
] as const;

export type WordField = (typeof WORD_FIELDS)[number];

/** What a person said that words mean, where that is not what was proposed: by field, then by the word in small letters. */
export type WordTable = Partial<Record<WordField, Record<string, string[]>>>;

/** Fields whose words may become options of the user's own, and of which kind. */
export const OWN_KINDS: Partial<Record<WordField, OptionKind>> = {
  airway: "airway",
  regional: "procedure",
  procedures: "procedure",
};

/** An option of the user's own that a word is to become, as a meaning names it: it has no reference yet. */
export function toBeAdded(kind: OptionKind, label: string): string {
  return `+${kind}/${label}`;
}

/** What `toBeAdded` says of a name that an option can have; null for any other meaning. */
export function readToBeAdded(meaning: string): { kind: OptionKind; label: string } | null {
  const [, kind, label = ""] = /^\+(airway|procedure)\/([^\p{C}\s](?:[^\p{C}]{0,58}[^\p{C}\s])?)$/u.exec(meaning) ?? [];
  return kind === "airway" || kind === "procedure" ? { kind, label } : null;
}

/** The column of each field, from 0. One field a column, one column a field (specification, section 5). */
export type CsvMapping = Partial<Record<CsvField, number>>;

/** A doubt about a value, by field, which does not keep its row out. Never carries the value itself. */
export interface CsvRemark {
  field: CsvField;
  code: string;
}

/**
 * What a word of a file stands for: codes of its field; ids of options, and flags of a block; options that are to be
 * added (`toBeAdded`). None for what is left out.
 */
export type WordMeaning = readonly string[];

/** What somebody said that a word means; the word may be one that every object has something under, such as `constructor`. */
export function saidMeaning(table: WordTable, field: WordField, word: string): string[] | undefined {
  const words = table[field] ?? {};
  return Object.hasOwn(words, word) ? words[word] : undefined;
}

/** The table with what a word means to somebody; as proposed it is not in it. */
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
  /** 1 immediate to 4 elective. What follows is left out where the file says nothing of it. */
  urgency?: number | undefined;
  supervision?: number | undefined;
  /** Each by the id that its column has, or `toBeAdded`. */
  options?: StoredOption[] | undefined;
  specialty?: string | undefined;
  location?: string | undefined;
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
 * Gives a field a column, or takes it away. A column holds one field only (specification, section 5): one that is taken
 * moves.
 */
export function chooseColumn(mapping: CsvMapping, field: CsvField, column: number | null): Chosen {
  const others: CsvMapping = { ...mapping };
  delete others[field];
  if (column === null) return { mapping: others, movedFrom: null };
  const movedFrom = fieldOf(others, column) ?? null;
  if (movedFrom) delete others[movedFrom];
  return { mapping: { ...others, [field]: column }, movedFrom };
}

/** What is said after a choice. @param label of the column; null for none. */
export function formatChosen(field: CsvField, label: string | null, movedFrom: CsvField | null): string {
  const name = CSV_FIELD_LABELS[field];
  if (label === null) return `${name} has no column now.`;
  if (movedFrom === null) return `${name} is taken from “${label}”.`;
  const lost = CSV_FIELD_LABELS[movedFrom];
  return `“${label}” moved from ${lost} to ${name}. ${lost} has no column now.`;
}

/** What is wrong with a mapping, by field: a column that two fields ask for, or that the file does not have. */
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

/** Why 'Confirm Columns' waits (specification, section 4). */
export const NOTHING_MAPPED = "Map at least one column to go on";

/** What is still missing, said when Confirm Columns was pressed and no row could be imported. */
export function formatMissing(mapping: CsvMapping): string {
  if (mapping.case_date === undefined) {
    return `Map ${CSV_FIELD_LABELS.case_date} too: a case without a date cannot be imported`;
  }
  return "No row can be imported with these columns. Below is why each row is left out";
}
