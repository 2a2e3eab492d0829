import { clockTime } from "~/platform/time/clock-time";
import { flagsName } from "../cases/standard-options";
import type { NamedOption, ReadLine } from "./line-case";
import { MAX_CHARACTERS, readLine } from "./read-line";
import {
  AIRWAY,
  type Heritable,
  hasNewLine,
  INHERITED,
  isBlank,
  marked,
  PROCEDURES,
  type Row,
  SETS,
  SINGLES,
  textOf,
} from "./row";

const IMMEDIATE = "1";
/**
 * Highest id of an airway device. The other airway options, such as RSI, awake or failed intubation, are specific to a
 * patient.
 */
const LAST_DEVICE = 128;
/**
 * Neuraxial anaesthesia, sedation and other options without an airway device: 67F TKR spinal after a list of i-gels.
 */
const WITHOUT_DEVICE = ["203", "204", "211", "212", "214", "215", "216", "219", "237"];
/** Obstetric operations, for each of which the choice between regional and general anaesthesia is made anew. */
const OBSTETRIC = /\b(?:lscs|cs|c-?section|section|caesarean|labour|placenta|forceps|instrumental|pph)\b/i;

/**
 * Reads the line of a row into its cells. Cells whose part of the line has not changed since the last reading keep
 * their corrections; what the line does not say is taken over from the row above, where that makes sense.
 */
export function readRow(row: Row, above: Row | null, own: readonly NamedOption[]): Row {
  const line = textOf(row, "line").trim();
  // It is refused when it is sent: half of it would be read without a word.
  if (line.length > MAX_CHARACTERS) return row;
  const reading = readLine(line, own);
  const before = cellsOf(readLine(textOf(row, "read_line"), own));
  const merged = mergeCells(withoutInherited(row, above), before, cellsOf(reading));
  return inherit({ ...merged, line: [textOf(row, "line")], read_line: [line] }, above, reading);
}

/** A row that the user begins, with what it takes over. */
export function beginRow(row: Row, above: Row | null): Row {
  return isBlank(row) ? inherit(withoutInherited(row, above), above, null) : row;
}

/** Reads typed options into the options of a row; text that is no option stays in the field. */
export function readMore(row: Row, own: readonly NamedOption[]): Row {
  const { case: read } = readLine(textOf(row, "more"), own);
  const left = { ...cellsOf(readLine("")), [AIRWAY]: read.airway, [PROCEDURES]: read.procedures };
  const flags = Object.entries(read.block_flags).map(([id, flags]) => [flagsName(id), flags] as const);
  const added = mergeCells(row, cellsOf(readLine("")), { ...left, ...Object.fromEntries(flags) });
  const said = [...marked(row, ""), ...marked(row, "-").map((name) => `-${name}`)];
  const kept = read.airway.length > 0 ? said.filter((name) => name !== AIRWAY) : said;
  return { ...added, more: [read.description], inherited: [kept.join(" ")] };
}

/** Reads each row that is still unread, first to last: a row may take over what was just read in the one before. */
export function readRows(rows: readonly Row[], own: readonly NamedOption[]): Row[] {
  const done: Row[] = [];
  for (const row of rows) {
    const above = done.findLast((each) => !isBlank(each)) ?? null;
    const read = hasNewLine(row) ? readRow(row, above, own) : row;
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

/** Removes what was taken over from the row above; a cell that differs from it was changed by hand, and is kept. */
function withoutInherited(row: Row, above: Row | null): Row {
  const left: Record<string, readonly string[]> = { ...row };
  const declined = marked(row, "-");
  for (const name of marked(row, "")) {
    if (same(row[name] ?? [], offered(above, name))) left[name] = [];
    else declined.push(name);
  }
  return { ...left, inherited: [declined.map((name) => `-${name}`).join(" ")] };
}

function inherit(row: Row, above: Row | null, reading: ReadLine | null): Row {
  const taken: Record<string, readonly string[]> = {};
  const fields = [...(reading?.understood ?? []), ...(reading?.questions ?? [])].map(({ field }) => field);
  for (const name of INHERITED) {
    const field = name === AIRWAY ? "airway" : name;
    const isSaid = (row[name] ?? []).some(Boolean) || fields.some((each) => each === field);
    if (isSaid || marked(row, "-").includes(name)) continue;
    if (name === AIRWAY && needsOwnAirway({ ...row, ...taken }, above)) continue;
    const from = offered(above, name);
    if (from.length > 0) taken[name] = from;
  }
  const declined = marked(row, "-").map((name) => `-${name}`);
  return { ...row, ...taken, inherited: [[...Object.keys(taken), ...declined].join(" ")] };
}

/** True when the airway of the row above does not apply to this row. */
function needsOwnAirway(row: Row, above: Row | null): boolean {
  const isElse = textOf(row, "urgency") !== "" && textOf(row, "urgency") !== textOf(above ?? {}, "urgency");
  const regional = (row[PROCEDURES] ?? []).some((id) => WITHOUT_DEVICE.includes(id));
  return isElse || regional || OBSTETRIC.test(textOf(row, "case_description"));
}

/** What a row can take over from the one above: an urgency of immediate says nothing about the next operation. */
function offered(above: Row | null, name: Heritable): readonly string[] {
  const has = (above?.[name] ?? []).filter(Boolean);
  if (name === "urgency") return has.filter((code) => code !== IMMEDIATE);
  if (name === AIRWAY) return has.filter((id) => Number(id) <= LAST_DEVICE);
  return has;
}

function same(one: readonly string[], other: readonly string[]): boolean {
  const given = one.filter(Boolean);
  return given.length === other.length && given.every((each) => other.includes(each));
}
