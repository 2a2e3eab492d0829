import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import type { PublicHolidayLine } from "~/planning/public-holidays/calendar";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";

interface PublicHolidayListProps {
  lines: readonly (PublicHolidayLine & { locked: boolean })[];
  formKey: string;
  /** Shown in place of the button of a locked day. */
  lockedMark: ReactNode;
}

/** The bank holidays of a year, each with the button to remove or restore it. */
export function PublicHolidayList({ lines, formKey, lockedMark }: PublicHolidayListProps) {
  return (
    <ul className={list}>
      {lines.map(({ day, date, name, whose, kind, locked }) => (
        <li key={day} className={line} data-removed={kind === "removed" ? "" : undefined}>
          <b>{date}</b>
          <span>
            {name}
            <span className={`${text({ kind: "hint" })} ${css({ display: "block" })}`}>{whose}</span>
          </span>
          {locked ? (
            <div>{lockedMark}</div>
          ) : (
            <PostForm hidden={{ idempotency_key: formKey, day }}>
              <SubmitButton visual="normal" name="intent" value={kind === "removed" ? "restore" : "remove"}>
                {ACTS[kind]}
                <span className={css({ srOnly: true })}> {date}</span>
              </SubmitButton>
            </PostForm>
          )}
        </li>
      ))}
    </ul>
  );
}

const ACTS: Record<PublicHolidayLine["kind"], string> = { national: "Remove", own: "Remove", removed: "Restore" };

const list = css({ borderTop: "ink" });

const line = css({
  display: "grid",
  gridTemplateColumns: { base: "[minmax(0, 1fr) auto]", wide: "[11rem minmax(0, 1fr) auto]" },
  columnGap: "4",
  alignItems: "center",
  borderBottom: "line",
  paddingBlock: "2",
  "& > b": { fontVariantNumeric: "tabular-nums", gridRow: "1" },
  "& > span": { gridColumn: { base: "1", wide: "2" }, gridRow: { base: "2", wide: "1" } },
  "& > :last-child": { gridColumn: { base: "2", wide: "3" }, gridRow: { base: "1 / span 2", wide: "1" } },
  "&[data-removed] > b, &[data-removed] > span": { color: "quiet", textDecorationLine: "line-through" },
  "&[data-removed] > span > span": { textDecorationLine: "none" },
});
