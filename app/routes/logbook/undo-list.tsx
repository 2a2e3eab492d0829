import { Link } from "react-router";
import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { pathTo } from "~/platform/http/path-to";
import { upperFirst } from "~/platform/letter-case";
import { formatMoment } from "~/platform/time/instants";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/undo-list";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const changes = await undoableChanges(db, user.id, now);
  return { changes: changes.map((change) => ({ ...change, when: upperFirst(formatMoment(change.occurred_at, now)) })) };
}

/** Changes that can be undone, the latest first. */
export default function UndoPage({ loaderData: { changes } }: Route.ComponentProps) {
  return (
    <Page
      title="Undo recent changes"
      back={<Link to="/logbook/">Logbook</Link>}
      lead="What you added, changed or deleted, for an hour after."
    >
      {changes.length === 0 ? (
        <p className={text({ kind: "quiet" })}>There is nothing to undo. What you change is listed here for an hour.</p>
      ) : (
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
      )}
    </Page>
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
