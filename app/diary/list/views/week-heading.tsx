import { css } from "styled-system/css";
import type { WeekFigures as Figures } from "~/diary/sessions/sums";

/**
 * `Done 7.42 + 1.25 extra · planned 10.00 · 2.58 to go`, and `In diary` of a week to come; in a week with leave the leave
 * in place of what is to go. `Done 11.17, rounded` where the days come to 11.18.
 */
export function WeekFigures({ week }: { week: Figures & { work: string; past: boolean; leave: string | null } }) {
  const { work, done, rounded, asPlanned, beside, planned, toGo, over, past, leave } = week;
  return (
    <p className={figures}>
      {work} <b>{done}</b>
      {asPlanned && `, ${asPlanned} as planned`}
      {beside.map((words) => ` ${words}`)}
      {rounded && ", rounded"}
      {planned && ` · planned ${planned}`}
      {leave && ` · ${leave}`}
      {toGo && !leave && (
        <span className={css({ color: "warn" })}>
          {" "}
          · {toGo} {past ? "short" : "to go"}
        </span>
      )}
      {over && ` · ${over} over`}
    </p>
  );
}

const figures = css({
  marginLeft: { wide: "auto" },
  fontSize: "sm",
  color: "quiet",
  fontVariantNumeric: "tabular-nums",
  "& b": { color: "ink" },
});
