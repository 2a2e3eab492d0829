import { css } from "styled-system/css";
import { tag, text } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import { Line, LineList } from "~/ui/line-list";
import { PostForm } from "~/ui/post-form";
import type { BankDayLine } from "../year";

/** The bank holidays of a year, each with what can be done about it. */
export function BankDayList({ lines, formKey }: { lines: readonly BankDayLine[]; formKey: string }) {
  return (
    <LineList>
      {lines.map((line) => (
        <Line
          key={line.day}
          heading={
            <span className={line.kind === "removed" ? text({ kind: "quiet" }) : undefined}>
              <b className={day}>{line.date}</b> {line.called}
            </span>
          }
          facts={line.kind === "removed" ? `${line.whose}: not a bank holiday for you` : line.whose}
        >
          {line.kind !== "national" && (
            <span className={tag({ tone: line.kind === "own" ? "good" : "plain" })}>
              {line.kind === "own" ? "Added by you" : "Taken out by you"}
            </span>
          )}
          <PostForm hidden={{ idempotency_key: formKey, day: line.day }}>
            <SubmitButton visual="normal" name="act" value={line.kind === "removed" ? "restore" : "remove"}>
              {ACTS[line.kind]}
              <span className={css({ srOnly: true })}> {line.date}</span>
            </SubmitButton>
          </PostForm>
        </Line>
      ))}
    </LineList>
  );
}

const ACTS: Record<BankDayLine["kind"], string> = { national: "Take out", own: "Remove", removed: "Put back" };

const day = css({ display: "inline-block", minWidth: "[9.5rem]", fontVariantNumeric: "tabular-nums" });
