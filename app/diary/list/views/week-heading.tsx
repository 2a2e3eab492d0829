import { css } from "styled-system/css";
import type { WeekFigures as Figures } from "~/diary/sessions/sums";
import { pathTo } from "~/platform/http/path-to";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";

/** `Done 7.42 + 1.25 extra · planned 10.00 · 2.58 to go`, and `In diary` of a week to come; in a week with leave the leave in place of what is to go. */
export function WeekFigures({ week }: { week: Figures & { work: string; past: boolean; leave: string | null } }) {
  const { work, done, beside, planned, toGo, over, past, leave } = week;
  return (
    <p className={figures}>
      {work} <b>{done}</b>
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

/** The button in the header of a week that lacks sessions of the week before. */
export function CopyLastWeek({ monday, heading, view }: { monday: string; heading: string; view?: "week" }) {
  const here = pathTo("/logbook/week/:monday/copy/", { monday });
  return (
    <PostForm
      action={view ? `${here}?view=${view}` : `${here}#week-${monday}`}
      staysInPlace
      className={css({ order: { base: "1", wide: "0" } })}
    >
      <SubmitButton visual="normal">
        Copy last week<span className={css({ srOnly: true })}> into {heading}</span>
      </SubmitButton>
    </PostForm>
  );
}

const figures = css({
  marginLeft: { wide: "auto" },
  fontSize: "sm",
  color: "quiet",
  fontVariantNumeric: "tabular-nums",
  "& b": { color: "ink" },
});
