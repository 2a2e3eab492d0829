import { daysText } from "~/diary/leave/rules";
import { showPa } from "~/planning/job-plans/pa-rules";
import { moneyText, poundsText } from "~/platform/money";
import type { Cell, Counted, Figure } from "./types";

/** Counts under this are hidden if a report hides small numbers. */
export const SMALL = 5;

export function count(value: number): Figure {
  return { kind: "count", value };
}

/** A number of cases: hidden if it is small. */
export function cases(number: Counted): Figure {
  return { kind: "count", value: number.value, tells: [number] };
}

/** A difference between two numbers of cases: hidden if either number is. */
export function change(now: Counted, before: Counted): Figure {
  return { kind: "count", value: now.value - before.value, tells: [now, before] };
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
  return { kind: "percent", part, whole };
}

export function shareOfCases(part: Counted, whole: Counted): Figure {
  return { kind: "percent", part: part.value, whole: whole.value, tells: [part, whole] };
}

/** Formats a cell for a page: `1,234`, `2.50`, `1,460.50`, `£310.50`, `12.5%`, `–` for a share of zero, `under 5`. */
export function formatCell(cell: Cell): string {
  if (typeof cell === "string") return cell;
  if (cell.kind === "count") return grouped(cell.value).replace(/^-/, "−");
  if (cell.kind === "pence") return `${cell.value < 0 ? "−" : ""}${moneyText(Math.abs(cell.value))}`;
  if (cell.kind === "percent") return cell.whole === 0 ? "–" : `${cellText(cell)}%`;
  return grouped(cellText(cell)).replace(/^-/, "−");
}

/** Formats a cell for a file: a plain number, or a text. Hours are decimal: `7.50`. */
export function cellText(cell: Cell): string {
  if (typeof cell === "string") return cell;
  const { kind } = cell;
  if (kind === "hidden") return cell.small ? `under ${SMALL}` : "hidden";
  if (kind === "count") return String(cell.value);
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
