import { css } from "styled-system/css";
import type { WeekFigures as Figures } from "../sums";

/** `Done 7.42 + 1.25 extra · planned 10.00 · 2.58 to go`. */
export function WeekFigures({ week }: { week: Figures & { past: boolean } }) {
  const { done, beside, planned, toGo, over, past } = week;
  return (
    <p className={figures}>
      Done <b>{done}</b>
      {beside.map((words) => ` ${words}`)}
      {planned && ` · planned ${planned}`}
      {toGo && (
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
