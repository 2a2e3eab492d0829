import { css } from "styled-system/css";
import { table as tableLook } from "styled-system/recipes";
import { cellWords } from "../cells";
import type { Cell, ReportTable } from "../types";

interface ReportTableViewProps {
  /** Without heads it is a list of facts. */
  table: Pick<ReportTable, "id" | "heads" | "rows" | "foot">;
  /** Id of what names it. */
  label?: string;
}

/** A table whose head is printed on every page that it takes. */
export function ReportTableView({ table: { heads, rows, foot }, label }: ReportTableViewProps) {
  const isFigures = figureColumns(rows, foot);
  const side = (at: number) => (isFigures[at] ? "r" : undefined);
  return (
    <div className={box}>
      <table className={tableLook()} aria-labelledby={label}>
        {heads.length > 0 && (
          <thead>
            <tr>
              {numbered(heads).map(({ at, each }) => (
                <th key={at} scope="col" className={side(at)}>
                  {each}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {numbered(rows).map(({ at: place, each: cells }) => (
            <Row key={place} cells={cells} side={side} />
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <Row cells={foot} side={side} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Row({ cells, side }: { cells: readonly Cell[]; side: (at: number) => string | undefined }) {
  return (
    <tr>
      {numbered(cells).map(({ at, each }) =>
        at === 0 ? (
          <th key={at} scope="row" className={text}>
            {cellWords(each)}
          </th>
        ) : (
          <td key={at} className={side(at) ?? text}>
            {cellWords(each)}
          </td>
        ),
      )}
    </tr>
  );
}

/** Columns that hold figures end at one edge. */
function figureColumns(rows: readonly (readonly Cell[])[], foot: readonly Cell[] | null): boolean[] {
  const all = foot ? [...rows, foot] : rows;
  const most = Math.max(0, ...all.map((cells) => cells.length));
  return Array.from({ length: most }, (_, at) => at > 0 && all.some((cells) => typeof cells[at] === "object"));
}

/** Cells have no name but their place. */
function numbered<Each>(list: readonly Each[]): { at: number; each: Each }[] {
  return list.map((each, at) => ({ at, each }));
}

const box = css({ overflowX: { base: "auto", _print: "visible" } });

const text = css({ overflowWrap: "break-word", whiteSpace: "pre-line" });
