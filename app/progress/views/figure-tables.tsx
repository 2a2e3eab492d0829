import { Link } from "react-router";
import { css } from "styled-system/css";
import { table } from "styled-system/recipes";
import type { ForecastLine } from "~/progress/forecast";
import { sideScroll } from "~/ui/layout/side-scroll";
import type { FigureRows } from "../page-rows.server";

/** The figures of a chart as a table, in a box that scrolls sideways if the table is wider than a phone. */
export function FigureTable({ rows, caption }: { rows: FigureRows; caption: string }) {
  return (
    <div className={sideScroll}>
      <table className={table()}>
        <caption className={css({ srOnly: true })}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={onOneLine}>
              {rows.first}
            </th>
            {rows.columns.map((column) => (
              <th key={column.short} scope="col" className={`r ${onLines}`}>
                {column.name ? (
                  <>
                    <span aria-hidden="true" title={column.name}>
                      {column.short}
                    </span>
                    <span className={spoken}>{column.name}</span>
                  </>
                ) : (
                  column.short
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.lines.map((line) => (
            <tr key={line.key} className={line.isDay ? ofDay : undefined}>
              <th scope="row" className={name}>
                {line.to ? <Link to={line.to}>{line.first}</Link> : line.first}
              </th>
              {line.figures.map((each, index) => (
                <td key={rows.columns[index]?.short} className="r">
                  {each}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const onOneLine = css({ whiteSpace: "nowrap" });
/** A heading such as "Done, credited and carried over" wraps, so that it does not make the table scroll. */
const onLines = css({ whiteSpace: "normal" });
const name = css({ whiteSpace: "nowrap", fontWeight: "normal" });
const spoken = css({ srOnly: true });
const ofDay = css({ background: "accentSoft", _print: { printColorAdjust: "exact" } });

/** The calculation of the forecast. */
export function ForecastTable({ lines, unit }: { lines: ForecastLine[]; unit: string }) {
  return (
    <table className={`${table()} ${narrow}`}>
      <thead>
        <tr>
          <th scope="col">If you work the rest of your plan</th>
          <th scope="col" className="r">
            {unit}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ words, figure, kind }) => (
          <tr key={words}>
            <th scope="row" className={kind === "part" ? part : sum}>
              {words}
            </th>
            <td className={kind === "part" ? "r" : `r ${sum}`}>{figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const narrow = css({ maxWidth: "dialog" });
const part = css({ fontWeight: "normal" });
const sum = css({ borderTop: "ink", fontWeight: "heading" });
