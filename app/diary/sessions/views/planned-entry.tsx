import { Link } from "react-router";
import { css } from "styled-system/css";
import { tag } from "styled-system/recipes";
import { CategorySquare } from "~/planning/job-plans/views/category";
import { SubmitButton } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { PostForm } from "~/ui/post-form";
import type { PlannedEntry } from "../planned";
import { entryStyles } from "./diary-entry";

interface PlannedLineProps {
  entry: PlannedEntry;
  today: boolean;
}

/** A planned session that is not logged, in the columns of the line: one press logs it as planned, its name opens the form. */
export function PlannedLine({ entry, today }: PlannedLineProps) {
  const { element, category, times, ends, pa, log, form } = entry;
  return (
    <>
      <Link to={form} className={entryStyles.entry} data-quick={log ? "" : undefined}>
        <span className={entryStyles.times}>
          <span className={css({ srOnly: true })}>Add with other times: </span>
          {times}
          {ends && <small>{ends}</small>}
        </span>
        <span className={entryStyles.what}>
          <CategorySquare category={category} />
          <b>{element}</b> <span className={css({ color: "quiet" })}>{pa} PA planned</span>
        </span>
        <span className={entryStyles.tags}>
          {log && !today && (
            <span className={tag({ tone: "warn" })}>
              <Icon name="warning" size={14} />
              Not logged
            </span>
          )}
        </span>
      </Link>
      {log && (
        <PostForm action={log} className={acts}>
          <SubmitButton visual={today ? "primary" : "normal"} mark={today ? "log" : undefined}>
            Log as planned
            <span className={css({ srOnly: true })}>
              : {element}, {times}
            </span>
          </SubmitButton>
        </PostForm>
      )}
    </>
  );
}

const acts = css({
  gridRow: { wide: "2" },
  gridColumn: { base: "1 / -1", wide: "2 / -1" },
  // Over the link, whose second row this is.
  position: "relative",
  justifySelf: "start",
  paddingTop: "1",
  paddingBottom: "3",
  _print: { display: "none" },
});
