import { css } from "styled-system/css";
import { table } from "styled-system/recipes";
import type { ForecastLine } from "../forecast-lines";

/** The sum behind the forecast. */
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
          <tr key={words} className={kind === "part" ? undefined : sum}>
            <th scope="row">{words}</th>
            <td className="r">{figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const narrow = css({ maxWidth: "dialog", "& tbody th": { fontWeight: "normal" } });
const sum = css({ "& > *": { borderTop: "ink" }, "& > th, & > td": { fontWeight: "heading!" } });
