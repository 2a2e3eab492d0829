import { css } from "styled-system/css";
import type { WeekFigures as Figures } from "../sums";

/** `Done 7.42 + 1.25 extra · planned 10.00 · 2.58 to go`; with leave in the week that, in place of what is to go. */
export function WeekFigures({ week }: { week: Figures & { past: boolean; leave: string | null } }) {
  const { done, beside, planned, toGo, over, past, leave } = week;
  return (
    <p className={figures}>
      Done <b>{done}</b>
      {beside.map((words) => ` ${words}`)}
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
