import { css } from "styled-system/css";
import { column, note } from "styled-system/recipes";
import type { LondonDate } from "~/platform/time/london";
import {
  byMonth,
  formatLeaveSkipped,
  formatSeries,
  formatSkipped,
  formatSkippedStarts,
  type Series,
} from "../recurrence";

/** The dates of a series, before anything is saved. */
export function SeriesPreview({ preview }: { preview: Series | { ok: false; why: string } }) {
  if (!preview.ok) {
    return (
      <p className={note({ tone: "warn" })} data-series="">
        {preview.why}
      </p>
    );
  }
  const leftOut = [
    formatSkipped(preview.skipped),
    formatLeaveSkipped(preview.away),
    formatSkippedStarts(preview.unstarted),
  ];
  const more = [...preview.notes, ...leftOut].filter((words) => words !== null);
  return (
    <div className={`${note()} ${column({ gap: "2" })}`} data-series="">
      <p>
        <strong>{formatSeries(preview.dates)}</strong>
      </p>
      {more.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <AllDates dates={preview.dates} />
    </div>
  );
}

/** All dates, with the days of a month in one line. */
export function AllDates({ dates }: { dates: readonly LondonDate[] }) {
  return (
    <details className={css({ fontSize: "sm" })}>
      <summary className={css({ color: "accent" })}>All {dates.length} dates</summary>
      <dl className={months}>
        {byMonth(dates).map(({ month, days }) => (
          <div key={month}>
            <dt>{month}</dt>
            <dd>{days}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const months = css({
  display: "grid",
  gap: "1",
  paddingTop: "2",
  fontVariantNumeric: "tabular-nums",
  "& > div": { display: "grid", gridTemplateColumns: "[128px 1fr]", columnGap: "3" },
  "& dt": { color: "quiet" },
});
