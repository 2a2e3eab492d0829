import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { SubmitButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";

interface Change {
  number: number;
  message: string;
  when: string;
}

/** Changes that can be undone, the last first. */
export function UndoList({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className={text({ kind: "quiet" })}>There is nothing to undo.</p>;
  return (
    <ul className={css({ borderTop: "line" })}>
      {changes.map(({ number, message, when }) => (
        <li key={number} className={line}>
          <span className={css({ flexGrow: "1", flexBasis: "[200px]" })}>
            <strong className={text({ kind: "strong" })}>{message}</strong>
            <br />
            <span className={text({ kind: "quiet" })}>{when}</span>
          </span>
          <PostForm action={pathTo("/logbook/undo/:undoRef/", { undoRef: String(number) })}>
            <SubmitButton visual="normal">
              Undo<span className={css({ srOnly: true })}>: {message}</span>
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
