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

/** Answers that a row takes over from the one above. */
export const INHERITED = ["urgency", "supervision", AIRWAY] as const;
export type Heritable = (typeof INHERITED)[number];

/** The value of an answer that has one value. */
export function textOf(row: Row, name: string): string {
  return row[name]?.[0] ?? "";
}

/** True when nothing is entered; values taken over from the row above do not count. */
export function isBlank(row: Row): boolean {
  const ignored = ["age_unit", "case_day", "read_line", "inherited", ...marked(row, "")];
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

/** Marks a cell as changed by hand, so that it no longer counts as taken over from the row above. */
export function touch(row: Row, name: string): Row {
  if (!marked(row, "").some((mark) => mark === name)) return row;
  const marks = textOf(row, "inherited")
    .split(" ")
    .map((mark) => (mark === name ? `-${name}` : mark));
  return { ...row, inherited: [marks.join(" ")] };
}

/** The cells taken over from the row above that have a value. */
export function inheritedBy(row: Row): Heritable[] {
  return marked(row, "").filter((name) => (row[name] ?? []).some(Boolean));
}

/** Names with a mark: no sign for those that were taken over, a dash for those that must not be. */
export function marked(row: Row, sign: "" | "-"): Heritable[] {
  const marks = textOf(row, "inherited").split(" ").filter(Boolean);
  return INHERITED.filter((name) => marks.includes(sign + name));
}
