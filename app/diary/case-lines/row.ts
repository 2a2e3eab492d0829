import { KINDS } from "../cases/options";
import { BLOCK_IDS, flagsName } from "../cases/standard-options";

/** A row of the list: its answers by the names of a case's form, and its line. */
export type Row = Readonly<Record<string, readonly string[]>>;

export const AIRWAY = KINDS.airway.chosen;
export const PROCEDURES = KINDS.procedure.chosen;
/** Answers of which there may be several. */
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

/** The names of a row's answers. */
export const ROW_PARTS: readonly string[] = [
  ...["line", "read_line", "more", "inherited", "case_day", "case_description"],
  ...SINGLES,
  ...SETS,
];

/** What a row takes over from the one above it. */
export const INHERITED = ["urgency", "supervision", AIRWAY] as const;
export type Heritable = (typeof INHERITED)[number];

/** The text of an answer that is given once. */
export function textOf(row: Row, name: string): string {
  return row[name]?.[0] ?? "";
}

/** True where nothing is entered; what was taken over from the row above is not. */
export function isBlank(row: Row): boolean {
  const ignored = ["age_unit", "case_day", "read_line", "inherited", ...marked(row, "")];
  return Object.entries(row).every(([name, texts]) => ignored.includes(name) || texts.every((text) => text === ""));
}

/** True where the line is still to be read. */
export function hasNewLine(row: Row): boolean {
  return textOf(row, "line").trim() !== textOf(row, "read_line");
}

/** True where the line, or what was typed to be added to its options, is still to be read. */
export function isUnread(row: Row): boolean {
  return hasNewLine(row) || textOf(row, "more").trim() !== "";
}

/** A cell was changed by hand: it is no longer what the row above has. */
export function touch(row: Row, name: string): Row {
  if (!marked(row, "").some((mark) => mark === name)) return row;
  const marks = textOf(row, "inherited")
    .split(" ")
    .map((mark) => (mark === name ? `-${name}` : mark));
  return { ...row, inherited: [marks.join(" ")] };
}

/** The cells that a row has from the one above it. */
export function inheritedBy(row: Row): Heritable[] {
  return marked(row, "").filter((name) => (row[name] ?? []).some(Boolean));
}

/** Names that are marked so: as they are for what was inherited, with a dash for what is not to be. */
export function marked(row: Row, sign: "" | "-"): Heritable[] {
  const marks = textOf(row, "inherited").split(" ").filter(Boolean);
  return INHERITED.filter((name) => marks.includes(sign + name));
}
