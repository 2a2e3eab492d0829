import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import { CategorySquare } from "~/planning/job-plans/views/category";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Line, LineLink, LineList } from "~/ui/layout/line-list";
import type { RoundUpPage } from "../page.server";

/** The planned sessions that are not logged: each can be logged with one button, or opened with its times filled in. */
export function UnloggedSessions({ lines }: { lines: RoundUpPage["unlogged"] }) {
  return (
    <Entries
      title="Planned and not logged"
      hint="Open one to log it with other times. If you were on leave, add the leave. The session then no longer counts as missing."
    >
      {lines.map(({ path, element, category, when, pa, to, leave }) => (
        <Line
          key={path}
          heading={
            <span>
              <CategorySquare category={category} />
              <Link to={to} className={css({ fontWeight: "strong" })}>
                {element}
              </Link>
            </span>
          }
          facts={`${when} · ${pa} PA`}
        >
          <PostForm action={path} className={row()}>
            <SubmitButton visual="normal">
              <span>
                Log as planned<ScreenReaderText>{`: ${element}, ${when}`}</ScreenReaderText>
              </span>
            </SubmitButton>
            <Link to={path} className={plainLink}>
              Did not happen<ScreenReaderText>{`: ${element}, ${when}`}</ScreenReaderText>
            </Link>
            <Link to={leave} className={plainLink}>
              Add leave<ScreenReaderText>{` on ${when}`}</ScreenReaderText>
            </Link>
          </PostForm>
        </Line>
      ))}
    </Entries>
  );
}

/** The incomplete cases. */
export function LackingCases({ lines }: { lines: RoundUpPage["cases"] }) {
  return (
    <Entries title="Cases to complete" hint="Open one to add what is missing. Leave blank anything you do not know.">
      {lines.map(({ to, summary, when, missing }) => (
        <Line key={to} heading={<LineLink to={to}>{summary}</LineLink>} facts={when}>
          <span>{missing}</span>
        </Line>
      ))}
    </Entries>
  );
}

export function UntaggedSessions({ lines }: { lines: RoundUpPage["sessions"] }) {
  return (
    <Entries title="Sessions without an element" hint="Their PAs count once they have one.">
      {lines.map(({ to, when, pa }) => (
        <Line key={to} heading={<LineLink to={to}>{when}</LineLink>} facts={`${pa} PA`} />
      ))}
    </Entries>
  );
}

/** The fees that are not claimed. */
export function UnclaimedFees({ lines }: { lines: RoundUpPage["fees"] }) {
  return (
    <Entries title="Fees not yet claimed" hint="Open one to enter when you claimed it.">
      {lines.map(({ to, what, facts, amount }) => (
        <Line key={to} heading={<LineLink to={to}>{`${amount} ${what}`}</LineLink>} facts={facts} />
      ))}
    </Entries>
  );
}

interface EntriesProps {
  title: string;
  hint: string;
  /** Its lines. */
  children: ReactNode[];
}

/** A section with one kind of unfinished entries of a week; none without any. */
function Entries({ title, hint, children }: EntriesProps) {
  if (children.length === 0) return null;
  return (
    <section className={column({ gap: "3" })}>
      <div>
        <h2>{title}</h2>
        <p className={text({ kind: "hint" })}>{hint}</p>
      </div>
      <LineList>{children}</LineList>
    </section>
  );
}

function ScreenReaderText({ children }: { children: string }) {
  return <span className={css({ srOnly: true })}>{children}</span>;
}

const plainLink = css({
  display: "inline-flex",
  alignItems: "center",
  minHeight: "control",
  paddingInline: { wide: "2" },
});
