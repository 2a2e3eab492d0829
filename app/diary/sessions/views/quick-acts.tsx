import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { LinkButton, SubmitButton } from "~/ui/button";
import { PostForm, useSending } from "~/ui/post-form";
import type { DiaryEntry } from "../diary";

/** Under a session of these days: what is done with it most often, each in one press. */
export function QuickActs({ entry }: { entry: DiaryEntry }) {
  const session = { sessionRef: entry.unique_ref };
  const addCase = pathTo("/logbook/session/:sessionRef/case/new/", session);
  const which = (
    <span className={css({ srOnly: true })}>
      : {entry.element ?? "Session"}, {entry.times}
    </span>
  );
  return (
    <div className={styles.acts}>
      {takesCases(entry) && (
        <>
          <Link to={addCase} className={styles.act} data-key="case">
            Add case{which}
          </Link>
          <Link to={`${addCase}?like=last`} className={styles.act} data-key="same">
            Same as last case{which}
          </Link>
        </>
      )}
      <PostForm action={pathTo("/logbook/session/:sessionRef/repeat/", session)}>
        <button type="submit" disabled={useSending()} className={styles.act} data-key="repeat">
          Repeat<span className={css({ srOnly: true })}> session</span>
          {which}
        </button>
      </PostForm>
    </div>
  );
}

/** Study and administration have none, and would be crowded by ways to them. */
function takesCases({ category, cases }: DiaryEntry): boolean {
  return cases > 0 || ["DCC", "APA", "Extra"].includes(category ?? "DCC");
}

/** In the header of a week that lacks sessions of the one before. */
export function CopyLastWeek({ monday, heading, view }: { monday: string; heading: string; view?: "week" }) {
  const here = pathTo("/logbook/week/:monday/copy/", { monday });
  return (
    <PostForm action={view ? `${here}?view=${view}` : here} className={css({ order: { base: "1", wide: "0" } })}>
      <SubmitButton visual="normal">
        Copy last week<span className={css({ srOnly: true })}> into {heading}</span>
      </SubmitButton>
    </PostForm>
  );
}

/** On a session's own page. Each leads back to where that does. */
export function SessionAgain({ repeat, duplicate }: { repeat: string; duplicate: string }) {
  return (
    <section className={column({ gap: "3" })}>
      <h2>The same again</h2>
      <p className={text({ kind: "hint" })}>
        Repeat makes this session on its next usual day, without notes, cases and fee. Duplicate opens a new one filled
        in like it.
      </p>
      <div className={row()}>
        <PostForm action={repeat}>
          <SubmitButton visual="normal" mark="repeat">
            Repeat session
          </SubmitButton>
        </PostForm>
        <LinkButton to={duplicate}>Duplicate</LinkButton>
      </div>
    </section>
  );
}

/** Ways to what is seldom needed. */
export function LogbookFoot() {
  return (
    <p className={styles.foot}>
      <Link to="/logbook/undo/">What can be undone</Link>
      <Link to="/keys/">Keys</Link>
    </p>
  );
}

const styles = {
  acts: css({
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    gridRow: { wide: "2" },
    gridColumn: { base: "1 / -1", wide: "2 / -1" },
    // Over the link of the session, whose second row this is.
    position: "relative",
    justifySelf: "start",
    alignSelf: "start",
    paddingBottom: { base: "0", wide: "2" },
    fontSize: "sm",
    _print: { display: "none" },
  }),
  act: css({
    minHeight: { base: "control", wide: "target" },
    display: "inline-flex",
    alignItems: "center",
    color: "accent",
    cursor: "pointer",
    textDecorationLine: "none",
    "&:hover": { textDecorationLine: "underline" },
  }),
  foot: css({ display: "flex", gap: "4", fontSize: "sm", "& a": { minHeight: "target" } }),
};
