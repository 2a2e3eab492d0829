import { Link } from "react-router";
import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { pathTo } from "~/platform/http/path-to";
import { formatMoment } from "~/platform/time/format-moment";
import { SubmitButton } from "~/ui/button";
import { Page } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/undo-list";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const changes = await undoableChanges(db, user.id, now);
  return { changes: changes.map((change) => ({ ...change, when: formatMoment(change.occurred_at, now) })) };
}

export default function UndoPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="What can be undone"
      back={<Link to="/logbook/">Logbook</Link>}
      lead="What you added, changed or deleted in your logbook and leave, for an hour after."
    >
      <UndoList changes={loaderData.changes} />
    </Page>
  );
}

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
