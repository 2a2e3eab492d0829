import { daysText } from "~/diary/leave/rules";
import { hundredthsOf, showPa } from "~/planning/job-plans/pa-rules";
import { PA_STEP, shownPaParts, shownPaUnits } from "~/planning/job-plans/shown-units";
import { moneyText, poundsText } from "~/platform/money";
import type { Cell, Figure, ReportTable, Sentence } from "./types";

/** Counts of cases under this are hidden, and others rounded to it, if a report hides small numbers. */
export const SMALL = 5;

export function count(value: number): Figure {
  return { kind: "count", value };
}

/** @param noun in a sentence: what is counted, in the singular */
export function cases(value: number, noun?: string): Figure {
  return { kind: "cases", value, ...(noun && { noun }) };
}

export function change(now: number, before: number): Figure {
  return { kind: "change", now, before };
}

export function pas(value: number): Figure {
  return { kind: "pas", value };
}

export function minutes(value: number): Figure {
  return { kind: "minutes", value };
}

export function days(hundredths: number): Figure {
  return { kind: "days", value: hundredths };
}

export function pence(value: number): Figure {
  return { kind: "pence", value };
}

export function percent(part: number, whole: number): Figure {
  return { kind: "percent", part, whole, ofCases: false };
}

export function shareOfCases(part: number, whole: number): Figure {
  return { kind: "percent", part, whole, ofCases: true };
}

/** Formats a cell for a page: `1,234`, `1,460.50`, `£310.50`, `12.5%`, `–` for a share of zero, `fewer than 5`. */
export function formatCell(cell: Cell): string {
  if (typeof cell === "string") return cell;
  if (cell.kind === "pence") return `${cell.value < 0 ? "−" : ""}${moneyText(Math.abs(cell.value))}`;
  if (cell.kind === "percent") return cell.whole === 0 ? "–" : `${cellText(cell)}%`;
  return grouped(cellText(cell)).replace(/^-/, "−");
}

/** Formats a sentence: `Fewer than 5 cases out of hours.` A share is in brackets, and left out if it is hidden. */
export function formatSentence(sentence: Sentence): string {
  const words = sentence.map((cell) => {
    const said = formatCell(cell);
    if (typeof cell === "string") return said;
    if (cell.kind === "percent") return ` (${said})`;
    if (cell.kind === "hidden") return "";
    const noun = "noun" in cell ? cell.noun : undefined;
    return noun === undefined ? said : `${said} ${noun}${said === "1" ? "" : "s"}`;
  });
  return words.join("").replace(/^fewer/, "Fewer");
}

/** Formats a cell for a file: a plain number, or a text. Hours are decimal: `7.50`. */
export function cellText(cell: Cell): string {
  if (typeof cell === "string") return cell;
  const { kind } = cell;
  if (kind === "hidden") return "hidden";
  if (kind === "few") return `fewer than ${SMALL}`;
  if (kind === "count" || kind === "cases") return String(cell.value);
  if (kind === "change") return String(cell.now - cell.before);
  if (kind === "percent") return cell.whole === 0 ? "" : tenths(cell.part, cell.whole);
  const minus = cell.value < 0 ? "-" : "";
  const size = Math.abs(cell.value);
  if (kind === "days") return `${minus}${daysText(size)}`;
  if (kind === "pas") return `${minus}${showPa(size)}`;
  if (kind === "pence") return `${minus}${poundsText(size)}`;
  return `${minus}${(Math.round((size * 100) / 60) / 100).toFixed(2)}`;
}

/** A percentage rounded half up to one decimal, calculated in whole numbers. */
function tenths(part: number, whole: number): string {
  const rounded = Math.floor((part * 2000 + whole) / (whole * 2));
  return `${Math.floor(rounded / 10)}.${rounded % 10}`;
}

/** `12,345` and `12,345.50` */
export function grouped(value: number | string): string {
  return String(value).replace(/\B(?=(\d{3})+(\.|$))/g, ",");
}

const MINUTES_AN_HOUR = 60;

/** The kinds of figures that are rounded to two decimals, in whole units of which a hundredth has `step`. */
const ROUNDED = {
  pas: { unitsOf: (value: number) => value, shown: shownPaUnits, step: PA_STEP, cell: pas },
  minutes: {
    unitsOf: (value: number) => Math.round(value * 100),
    shown: (units: number) => hundredthsOf(units / 100, MINUTES_AN_HOUR) * MINUTES_AN_HOUR,
    step: MINUTES_AN_HOUR,
    cell: (units: number) => minutes(units / 100),
  },
};

/** A table in the figures that are shown: where PAs or hours add up to a total, so do their rounded figures. */
export function inShownSums(table: ReportTable): ReportTable {
  const columns = (table.foot ?? []).map((total, at) => {
    const column = table.rows.map((row) => row[at]);
    return shownCells(column, total, "pas") ?? shownCells(column, total, "minutes");
  });
  const rows = table.rows.map((row, line) => row.map((cell, at) => columns[at]?.[line] ?? cell));
  return { ...table, rows };
}

/** The cells of a column as they are shown; null unless they are of the kind and add up to their total. */
function shownCells(column: readonly (Cell | undefined)[], total: Cell | undefined, kind: keyof typeof ROUNDED) {
  const { unitsOf, shown, step, cell } = ROUNDED[kind];
  const amountIn = (each: Cell | undefined) =>
    typeof each === "object" && each.kind === kind ? unitsOf(each.value) : null;
  const parts = column.map(amountIn);
  const sum = amountIn(total);
  if (sum === null || !parts.every((units) => units !== null)) return null;
  if (parts.reduce((all, units) => all + units, 0) !== sum) return null;
  return shownPaParts(parts, shown(sum), step).map(cell);
}
