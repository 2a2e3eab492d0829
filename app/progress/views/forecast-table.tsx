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
