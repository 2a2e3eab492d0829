import { Link } from "react-router";
import { css } from "styled-system/css";
import { row, tag } from "styled-system/recipes";
import { entryStyles } from "~/diary/list/views/diary-entry";
import { CategorySquare } from "~/planning/job-plans/views/category";
import { PostForm, useSending } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";
import type { PlannedEntry } from "../planned";

interface PlannedLineProps {
  entry: PlannedEntry;
  /** Id of the row of its day. */
  dayId: string;
  today: boolean;
}

/**
 * A planned session that is not logged, in the columns of the line: a button logs it as planned, its name opens the
 * form.
 */
export function PlannedLine({ entry, dayId, today }: PlannedLineProps) {
  const { element, category, times, ends, pa, cancelled, asPlanned, coming, path, form, locked } = entry;
  if (cancelled) return <QuietLine entry={entry} dayId={dayId} words="Did not happen" />;
  if (asPlanned) return <QuietLine entry={entry} dayId={dayId} words={`${pa} PA as planned`} />;
  if (locked) return <QuietLine entry={entry} dayId={dayId} words="Not logged" />;
  return (
    <>
      <Link to={form} className={entryStyles.entry} data-quick={path ? "" : undefined}>
        <span className={entryStyles.times}>
          <span className={css({ srOnly: true })}>Add with other times: </span>
          {times}
          {ends && <small>{ends}</small>}
        </span>
        <span className={entryStyles.what}>
          <CategorySquare category={category} />
          <b>{element}</b> <span className={entryStyles.quiet}>{pa} PA planned</span>
        </span>
        <span className={entryStyles.tags}>
          {path && !today && !coming && (
            <span className={tag({ tone: "warn" })}>
              <Icon name="warning" size={14} />
              Not logged
            </span>
          )}
        </span>
      </Link>
      {path && (
        <PostForm action={`${path}#${dayId}`} staysInPlace className={`${row()} ${acts}`}>
          {!coming && (
            <SubmitButton visual={today ? "primary" : "normal"} mark={today ? "log" : undefined}>
              Log as planned
              <SessionName>{`${element}, ${times}`}</SessionName>
            </SubmitButton>
          )}
          <Link to={path} className={entryStyles.act}>
            Did not happen
            <SessionName>{`${element}, ${times}`}</SessionName>
          </Link>
        </PostForm>
      )}
    </>
  );
}

/**
 * A planned session that did not happen, in a quiet colour, with a button that restores it, or one that counts as planned,
 * with a button by which it did not happen; on a locked day without the button, also one that is not logged.
 */
function QuietLine({ entry, dayId, words }: Omit<PlannedLineProps, "today"> & { words: string }) {
  const { element, category, times, ends, cancelled, path } = entry;
  const disabled = useSending();
  return (
    <>
      <p className={entryStyles.entry} data-quick={path ? "" : undefined}>
        <span className={entryStyles.times}>
          {times}
          {ends && <small>{ends}</small>}
        </span>
        <span className={`${entryStyles.what} ${entryStyles.quiet}`}>
          <CategorySquare category={category} />
          {element}
        </span>
        <span className={entryStyles.tags}>
          <span className={tag()}>{words}</span>
        </span>
      </p>
      {path && (
        <div className={entryStyles.acts}>
          <PostForm action={`${path}#${dayId}`} staysInPlace>
            <button
              type="submit"
              disabled={disabled}
              name="intent"
              value={cancelled ? "restore" : "cancel"}
              className={entryStyles.act}
            >
              {cancelled ? "Mark as planned" : "Did not happen"}
              <SessionName>{`${element}, ${times}`}</SessionName>
            </button>
          </PostForm>
        </div>
      )}
    </>
  );
}

/** Names the session for screen readers. */
export function SessionName({ children }: { children: string }) {
  return <span className={css({ srOnly: true })}>: {children}</span>;
}

const acts = css({
  gridRow: { wide: "2" },
  gridColumn: { base: "1 / -1", wide: "2 / -1" },
  // In front of the link, whose second row this is.
  position: "relative",
  justifySelf: "start",
  paddingTop: "1",
  paddingBottom: "3",
  fontSize: "sm",
  _print: { display: "none" },
});
