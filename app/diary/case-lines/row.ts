import { KINDS } from "../cases/options";
import { BLOCK_IDS, flagsName } from "../cases/standard-options";

/** A row of the list: its line and its answers, by form field name of a case. */
export type Row = Readonly<Record<string, readonly string[]>>;

export const AIRWAY = KINDS.airway.chosen;
export const PROCEDURES = KINDS.procedure.chosen;
/** Answers that may have several values. */
export const SETS: readonly string[] = [AIRWAY, PROCEDURES, ...BLOCK_IDS.map(flagsName)];
export const SINGLES: readonly string[] = [
  "age",
  "age_unit",
  "gender",
  "asa",
  "urgency",
  "supervision",
  "start_time",
  "end_time",
];

/** The field names of a row. */
export const ROW_PARTS: readonly string[] = [
  ...["line", "read_line", "more", "inherited", "case_day", "case_description"],
  ...SINGLES,
  ...SETS,
];

/** Answers that a row takes over from those above: what is of a list, and of no patient. */
export const INHERITED = ["urgency", "supervision"] as const;
export type Heritable = (typeof INHERITED)[number];

/** The value of an answer that has one value. */
export function textOf(row: Row, name: string): string {
  return row[name]?.[0] ?? "";
}

/** True when nothing is entered; values taken over from the row above do not count. */
export function isBlank(row: Row): boolean {
  const ignored = ["age_unit", "case_day", "read_line", "inherited", ...takenOver(row)];
  return Object.entries(row).every(([name, texts]) => ignored.includes(name) || texts.every((text) => text === ""));
}

/** True when the line is still to be read. */
export function hasNewLine(row: Row): boolean {
  return textOf(row, "line").trim() !== textOf(row, "read_line");
}

/** True when the line, or the field for more options, is still to be read. */
export function isUnread(row: Row): boolean {
  return hasNewLine(row) || textOf(row, "more").trim() !== "";
}

/**
 * The names of cells that stand as they were taken over, with what they took over, which may be nothing. One that was
 * changed since is the user's own.
 */
export function takenOver(row: Row): Heritable[] {
  const notes = notesOf(row);
  return INHERITED.filter((name) => notes.get(name) === textOf(row, name));
}

/** The cells taken over that have a value. */
export function inheritedBy(row: Row): Heritable[] {
  return takenOver(row).filter((name) => textOf(row, name) !== "");
}

/** What cells took over, by name. */
export function notesOf(row: Row): Map<string, string> {
  return new Map(
    [...textOf(row, "inherited").matchAll(/(\w+)=(\w*)/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

export function withNotes(row: Row, notes: ReadonlyMap<string, string>): Row {
  return { ...row, inherited: [[...notes].map((note) => note.join("=")).join(" ")] };
}
