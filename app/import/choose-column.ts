import { CSV_FIELD_LABELS, CSV_FIELDS, type CsvField, type CsvMapping } from "./fields";

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
