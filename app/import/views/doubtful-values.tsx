import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { formatRow, whereIs } from "~/import/parse/table";
import { formatDoubt } from "~/import/parse/words";
import { figure } from "../figures";
import type { MappedFile, ReadFile } from "../read-file";

interface DoubtfulValuesProps {
  file: ReadFile;
  mapped: MappedFile;
}

/** Values that are left blank, or were read with a guess: said while nothing has been sent. They keep no row out. */
export function DoubtfulValues({ file, mapped: { doubts } }: DoubtfulValuesProps) {
  if (doubts.length === 0) return null;
  return (
    <section aria-labelledby="doubtful" className={column({ gap: "2" })}>
      <h2 id="doubtful">Values to check</h2>
      <p className={text({ kind: "hint" })}>
        These rows come in, each marked with its doubt. Mend the file and choose it again, or mend the cases later.
      </p>
      <ul className={list}>
        {doubts.map(({ code, rows, lines }) => (
          <li key={code}>
            <b>{rows === 1 ? "1 row" : `${figure(rows)} rows`}</b>
            <span>{formatDoubt(code)}</span>
            <span className={text({ kind: "quiet", figures: true })}>
              {formatPlaces(file, lines)}
              {rows > lines.length && ` and ${figure(rows - lines.length)} more`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `Row 3`, `Rows 3, 6, 9`; of several files each with its name. */
function formatPlaces(file: ReadFile, lines: readonly number[]): string {
  if (file.files.length > 1 || lines.length === 1) return lines.map((line) => formatRow(file, line)).join("; ");
  return `Rows ${lines.map((line) => whereIs(file, line).line).join(", ")}`;
}

const list = css({
  borderTop: "ink",
  "& li": {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "80px minmax(0, 3fr) minmax(0, 2fr)" },
    columnGap: "4",
    borderBottom: "line",
    paddingBlock: "2",
  },
  "& b": { fontVariantNumeric: "tabular-nums" },
});
