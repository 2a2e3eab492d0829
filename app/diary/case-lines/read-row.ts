import { clockTime } from "~/platform/time/clock-time";
import { flagsName } from "../cases/standard-options";
import type { NamedOption, ReadLine } from "./line-case";
import { MAX_CHARACTERS, readLine } from "./read-line";
import {
  AIRWAY,
  type Heritable,
  hasNewLine,
  INHERITED,
  inheritedBy,
  isBlank,
  notesOf,
  PROCEDURES,
  type Row,
  SETS,
  SINGLES,
  takenOver,
  textOf,
  withNotes,
} from "./row";

const IMMEDIATE = "1";

/**
 * Reads the line of a row into its cells. Cells whose part of the line has not changed since the last reading keep
 * their corrections; what the line does not say is taken over from the rows above, where that makes sense.
 * @param above the rows before it that are not blank
 */
export function readRow(row: Row, above: readonly Row[], own: readonly NamedOption[]): Row {
  const line = textOf(row, "line").trim();
  // It is refused when it is sent: half of it would be read without a word.
  if (line.length > MAX_CHARACTERS) return row;
  const reading = readLine(line, own);
  const before = cellsOf(readLine(textOf(row, "read_line"), own));
  const merged = mergeCells(withoutInherited(row), before, cellsOf(reading));
  return inherit({ ...merged, line: [textOf(row, "line")], read_line: [line] }, above, reading);
}

/** A row that the user begins, with what it takes over. */
export function beginRow(row: Row, above: readonly Row[]): Row {
  return isBlank(row) ? inherit(withoutInherited(row), above, null) : row;
}

/** A row whose line has not changed, with what it took over as it stands above now: there it may say otherwise since. */
export function followAbove(row: Row, above: readonly Row[]): Row {
  const taken = new Map(takenOver(row).map((name) => [name, offered(above, name)]));
  const cells = [...taken].map(([name, value]) => [name, value === "" ? [] : [value]] as const);
  return withNotes({ ...row, ...Object.fromEntries(cells) }, new Map([...notesOf(row), ...taken]));
}

/** Reads typed options into the options of a row; text that is no option stays in the field. */
export function readMore(row: Row, own: readonly NamedOption[]): Row {
  const { case: read } = readLine(textOf(row, "more"), own);
  const left = { ...cellsOf(readLine("")), [AIRWAY]: read.airway, [PROCEDURES]: read.procedures };
  const flags = Object.entries(read.block_flags).map(([id, flags]) => [flagsName(id), flags] as const);
  const added = mergeCells(row, cellsOf(readLine("")), { ...left, ...Object.fromEntries(flags) });
  return { ...added, more: [read.description] };
}

/** Reads each row that is still unread, first to last: a row may take over what was just read in the one before. */
export function readRows(rows: readonly Row[], own: readonly NamedOption[]): Row[] {
  const done: Row[] = [];
  for (const row of rows) {
    const above = done.filter((each) => !isBlank(each));
    const read = hasNewLine(row) ? readRow(row, above, own) : followAbove(row, above);
    done.push(textOf(row, "more").trim() === "" ? read : readMore(read, own));
  }
  return done;
}

/** Splits a text into cases, one per line; numbers and bullets of a list are removed. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/^\s*(?:\d{1,2}[.)](?=\s)|[-•*](?=\s))/, "").trim())
    .filter(Boolean);
}

/** The cells that a line gives, by form field name. */
function cellsOf({ case: read }: ReadLine): Record<string, readonly string[]> {
  const one = (value: number | string | null) => (value === null || value === "" ? [] : [String(value)]);
  const time = (minute: number | null) => (minute === null ? [] : [clockTime(minute % 1440)]);
  return {
    ...{ age: one(read.age), age_unit: [read.age_unit], gender: one(read.gender), asa: one(read.asa) },
    ...{ urgency: one(read.urgency), supervision: one(read.supervision) },
    ...{ start_time: time(read.start_minute), end_time: time(read.end_minute) },
    ...{ case_description: one(read.description), [AIRWAY]: read.airway, [PROCEDURES]: read.procedures },
    ...Object.fromEntries(Object.entries(read.block_flags).map(([id, flags]) => [flagsName(id), flags])),
  };
}

function mergeCells(now: Row, before: Row, next: Row): Row {
  const merged: Record<string, readonly string[]> = { ...now };
  for (const name of [...SINGLES, "case_description"]) {
    const [was = "", is = ""] = [textOf(before, name), textOf(next, name)];
    if (was !== is) merged[name] = is === "" ? [] : [is];
  }
  for (const name of SETS) {
    const [had, was, is] = [now[name] ?? [], before[name] ?? [], next[name] ?? []];
    const kept = had.filter((each) => each !== "" && (is.includes(each) || !was.includes(each)));
    const all = [...new Set([...kept, ...is.filter((each) => !was.includes(each))])];
    if (all.length > 0 || name in now) merged[name] = all;
  }
  return merged;
}

/** Removes what was taken over; a cell that was changed since stays, and takes over nothing. */
function withoutInherited(row: Row): Row {
  const [taken, notes] = [takenOver(row), notesOf(row)];
  for (const name of taken) notes.delete(name);
  return withNotes({ ...row, ...Object.fromEntries(taken.map((name) => [name, []])) }, notes);
}

function inherit(row: Row, above: readonly Row[], reading: ReadLine | null): Row {
  const taken: Record<string, readonly string[]> = {};
  const notes = notesOf(row);
  const fields = [...(reading?.understood ?? []), ...(reading?.questions ?? [])].map(({ field }) => field);
  for (const name of INHERITED) {
    if (fields.includes(name)) notes.delete(name);
    else if (textOf(row, name) === "" && !notes.has(name)) {
      const value = offered(above, name);
      notes.set(name, value);
      if (value !== "") taken[name] = [value];
    }
  }
  return withNotes({ ...row, ...taken }, notes);
}

/**
 * What a row can take over from those above: an urgency of immediate says nothing of the next operation, and who was
 * supervised in one case goes on for the list only after two.
 */
function offered(above: readonly Row[], name: Heritable): string {
  const [last = {}, before = {}] = [above.at(-1), above.at(-2)];
  const value = textOf(last, name);
  if (name === "urgency") return value === IMMEDIATE ? "" : value;
  return inheritedBy(last).includes(name) || textOf(before, name) === value ? value : "";
}
