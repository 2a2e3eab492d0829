import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import { formatRow } from "~/import/parse/table";
import { figure } from "../figures";
import type { MappedFile, ReadFile } from "../read-file";

interface RejectedRowsProps {
  file: ReadFile;
  mapped: MappedFile;
  download: ReactNode;
}

/** What cannot be imported, row by row, with what to mend. */
export function RejectedRows({ file, mapped, download }: RejectedRowsProps) {
  const more = mapped.counts.rejected - mapped.faults.length;
  return (
    <section aria-labelledby="rejected" className={column({ gap: "3" })}>
      <div className={row({ spread: true })}>
        <h2 id="rejected">
          {figure(mapped.counts.rejected)} rejected {mapped.counts.rejected === 1 ? "row" : "rows"}
        </h2>
        {download}
      </div>
      <ul className={faults}>
        {mapped.faults.map((fault) => (
          <li key={`${fault.line} ${fault.field}`}>
            <b>{formatRow(file, fault.line)}</b>
            <span>
              {fault.column && `${fault.column}: `}
              {fault.found && <q>{fault.found}</q>}
            </span>
            <span>{fault.mend}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={text({ kind: "hint" })}>And {figure(more)} more: download them to see all.</p>}
    </section>
  );
}

const faults = css({
  borderTop: "ink",
  "& li": {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "80px minmax(0, 1fr) minmax(0, 1fr)" },
    columnGap: "4",
    borderBottom: "line",
    paddingBlock: "2",
  },
});
