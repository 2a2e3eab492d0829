import { daysText } from "~/diary/leave/rules";
import { showPa } from "~/planning/job-plans/pa-rules";
import { moneyText, poundsText } from "~/platform/money";
import type { Cell, Figure, Sentence } from "./types";

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
