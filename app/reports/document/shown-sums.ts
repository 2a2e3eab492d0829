import { shownPaParts, shownPaUnits } from "~/planning/job-plans/shown-units";
import { pas } from "./cells";
import type { Cell, ReportTable } from "./types";

/** A table in the figures that are shown: where PAs add up to a total, so do their rounded figures. */
export function inShownSums(table: ReportTable): ReportTable {
  const columns = (table.foot ?? []).map((total, at) => {
    const parts = table.rows.map((row) => paUnitsIn(row[at]));
    const sum = paUnitsIn(total);
    if (sum === null || !parts.every((units) => units !== null)) return null;
    return parts.reduce((all, units) => all + units, 0) === sum ? shownPaParts(parts, shownPaUnits(sum)) : null;
  });
  const rows = table.rows.map((row, line) =>
    row.map((cell, at) => {
      const units = columns[at]?.[line];
      return units === undefined ? cell : pas(units);
    }),
  );
  return { ...table, rows };
}

function paUnitsIn(cell: Cell | undefined): number | null {
  return typeof cell === "object" && cell.kind === "pas" ? cell.value : null;
}
