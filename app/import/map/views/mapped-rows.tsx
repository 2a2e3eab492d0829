import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import { formatDoubt } from "~/import/parse/remarks";
import { fileLineOf, formatRow } from "~/import/parse/table";
import type { MappedFile, ReadFile } from "~/import/read-file";
import { formatCounted, formatCountedIfAny, formatNumber } from "~/platform/time/counted";

/**
 * The numbers of rows that will be imported, skipped, merged, left out and rejected.
 * @param fresh rows that no earlier import brought
 */
export function RowCounts({ mapped, fresh }: { mapped: MappedFile; fresh: number }) {
  const { read, skipped, merged, cancelled, others, rejected } = mapped.counts;
  const leftOut = [
    formatCountedIfAny(cancelled, "cancelled", "cancelled"),
    formatCountedIfAny(others, "of another anaesthetist", "of other anaesthetists"),
  ].filter(Boolean);
  const facts = [
    { label: "Read", value: read, hint: "rows of the file" },
    { label: "Skipped", value: skipped, hint: "empty, headings, totals" },
    { label: "Merged", value: merged, hint: "repeated or continued" },
    ...(leftOut.length > 0 ? [{ label: "Left out", value: cancelled + others, hint: leftOut.join(", ") }] : []),
    { label: "Rejected", value: rejected, hint: rejected > 0 ? "listed below" : "rows" },
    {
      ...{ label: "To import", value: fresh },
      hint: fresh === mapped.rows ? "cases" : `new, ${formatNumber(mapped.rows - fresh)} imported before`,
    },
  ];
  return (
    <section aria-labelledby="counts" className={column({ gap: "2" })}>
      <h2 id="counts">Rows</h2>
      <dl className={figures}>
        {facts.map(({ label, value, hint }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{formatNumber(value)}</b> <span className={text({ kind: "hint" })}>{hint}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const figures = css({
  display: "grid",
  gridTemplateColumns: { base: "1fr 1fr", desk: "repeat(auto-fit, minmax(110px, 1fr))" },
  gap: "3",
  borderBlock: "line",
  paddingBlock: "3",
  "& dt": { fontSize: "sm", color: "quiet" },
  "& dd": { margin: "0" },
  "& b": { display: "block", fontSize: "lead", fontWeight: "heading", fontVariantNumeric: "tabular-nums" },
});

interface MappedProps {
  file: ReadFile;
  mapped: MappedFile;
}

/** Values that are left blank, or were guessed: shown before anything is sent. They do not reject a row. */
export function DoubtfulValues({ file, mapped: { doubts } }: MappedProps) {
  if (doubts.length === 0) return null;
  return (
    <section aria-labelledby="doubtful" className={column({ gap: "2" })}>
      <h2 id="doubtful">Values to check</h2>
      <p className={text({ kind: "hint" })}>
        These rows are imported and marked. Correct the file and choose it again, or correct the cases later.
      </p>
      <ul className={list}>
        {doubts.map(({ code, rows, lines }) => (
          <li key={code}>
            <b>{formatCounted(rows, "row")}</b>
            <span>{formatDoubt(code)}</span>
            <span className={text({ kind: "quiet", figures: true })}>
              {formatPlaces(file, lines)}
              {rows > lines.length && ` and ${formatNumber(rows - lines.length)} more`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `Row 3`, `Rows 3, 6, 9`; with several files each with its file name. */
function formatPlaces(file: ReadFile, lines: readonly number[]): string {
  if (file.files.length > 1 || lines.length === 1) return lines.map((line) => formatRow(file, line)).join("; ");
  return `Rows ${lines.map((line) => fileLineOf(file, line).line).join(", ")}`;
}

const list = css({
  borderTop: "ink",
  "& li": {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "80px minmax(0, 1fr) minmax(0, 1fr)" },
    columnGap: "4",
    borderBottom: "line",
    paddingBlock: "2",
  },
  "& b": { fontVariantNumeric: "tabular-nums" },
});

/** Rows that cannot be imported, each with what to correct. */
export function RejectedRows({ file, mapped, download }: MappedProps & { download: ReactNode }) {
  const more = mapped.counts.rejected - mapped.faults.length;
  return (
    <section aria-labelledby="rejected" className={column({ gap: "3" })}>
      <div className={row({ spread: true })}>
        <h2 id="rejected">
          {formatNumber(mapped.counts.rejected)} rejected {mapped.counts.rejected === 1 ? "row" : "rows"}
        </h2>
        {download}
      </div>
      <ul className={list}>
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
      {more > 0 && (
        <p className={text({ kind: "hint" })}>And {formatNumber(more)} more. Download the rejected rows to see all.</p>
      )}
    </section>
  );
}
