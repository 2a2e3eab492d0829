import { Link } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { undoableChanges } from "~/diary/undo/list.server";
import { UndoList } from "~/diary/undo/views/undo-list";
import { formatMoment } from "~/platform/time/instants";
import { Page } from "~/ui/page";
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
