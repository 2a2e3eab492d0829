import { Link } from "react-router";
import { requireLevel } from "~/accounts/guard.server";
import { momentWords } from "~/time/moment-words";
import { Page } from "~/ui/page";
import { openSteps } from "~/undo/steps.server";
import { UndoList } from "~/undo/views/undo-list";
import type { Route } from "./+types/undo-list";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const steps = await openSteps(db, user.id, now);
  return { steps: steps.map((step) => ({ ...step, when: momentWords(step.created_at, now) })) };
}

export default function UndoPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="What can be undone"
      back={<Link to="/logbook/">Logbook</Link>}
      lead="Deleted sessions, cases, fees and leave, and what was made or changed in one go, for an hour after."
    >
      <UndoList steps={loaderData.steps} />
    </Page>
  );
}
