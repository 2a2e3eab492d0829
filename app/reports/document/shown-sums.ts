import { hundredthsOf } from "~/planning/job-plans/pa-rules";
import { PA_STEP, shownPaParts, shownPaUnits } from "~/planning/job-plans/shown-units";
import { minutes, pas } from "./cells";
import type { Cell, ReportTable } from "./types";

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
