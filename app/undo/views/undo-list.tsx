import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import { pathTo } from "~/http/path-to";
import { SubmitButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";

interface Step {
  unique_ref: string;
  says: string;
  when: string;
}

/** Acts that can be taken back, the last first. */
export function UndoList({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return <p className={text({ kind: "quiet" })}>There is nothing to undo.</p>;
  return (
    <ul className={css({ borderTop: "line" })}>
      {steps.map(({ unique_ref, says, when }) => (
        <li key={unique_ref} className={line}>
          <span className={css({ flexGrow: "1", flexBasis: "[200px]" })}>
            <strong className={text({ kind: "strong" })}>{says}</strong>
            <br />
            <span className={text({ kind: "quiet" })}>{when}</span>
          </span>
          <PostForm action={pathTo("/logbook/undo/:undoRef/", { undoRef: unique_ref })}>
            <SubmitButton visual="normal">
              Undo<span className={css({ srOnly: true })}>: {says}</span>
            </SubmitButton>
          </PostForm>
        </li>
      ))}
    </ul>
  );
}

const line = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  rowGap: "2",
  alignItems: "center",
  borderBottom: "line",
  paddingBlock: "3",
});
