import { css } from "styled-system/css";
import type { DiaryWeek } from "../diary";

type Shown = Pick<DiaryWeek, "done" | "planned" | "toGo" | "over" | "extra" | "past">;

/** `Done 7.42 · planned 10.00 · 2.58 to go`. */
export function WeekFigures({ week: { done, planned, toGo, over, extra, past } }: { week: Shown }) {
  return (
    <p className={figures}>
      Done <b>{done}</b>
      {extra && ` + ${extra} extra`}
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
