import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { figure } from "../figures";
import type { MappedFile } from "../read-file";

/** What will become of the rows. */
export function RowCounts({ mapped }: { mapped: MappedFile }) {
  const { read, skipped, merged, rejected } = mapped.counts;
  const facts = [
    { label: "Read", value: read, hint: "rows of the file" },
    { label: "Skipped", value: skipped, hint: "empty, headings, totals" },
    { label: "Merged", value: merged, hint: "equal, or continued" },
    { label: "Rejected", value: rejected, hint: "listed below" },
    { label: "To import", value: mapped.rows, hint: "cases" },
  ];
  return (
    <section aria-labelledby="counts" className={column({ gap: "2" })}>
      <h2 id="counts">Rows</h2>
      <dl className={figures}>
        {facts.map(({ label, value, hint }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{figure(value)}</b> <span className={text({ kind: "hint" })}>{hint}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const figures = css({
  display: "grid",
  gridTemplateColumns: { base: "1fr 1fr", desk: "repeat(5, 1fr)" },
  gap: "3",
  borderBlock: "line",
  paddingBlock: "3",
  "& dt": { fontSize: "sm", color: "quiet" },
  "& dd": { margin: "0" },
  "& b": { display: "block", fontSize: "lead", fontWeight: "heading", fontVariantNumeric: "tabular-nums" },
});
