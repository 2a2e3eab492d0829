import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { londonToday } from "~/platform/time/london";
import { readChoice } from "~/progress/choice";
import { drawnProgress } from "~/progress/drawn.server";
import { progressFigures } from "~/progress/figures.server";
import { NoProgress } from "~/progress/views/no-progress";
import { ProgressBody } from "~/progress/views/progress-body";
import { ProgressHead } from "~/progress/views/progress-head";
import { Page, PageTitle } from "~/ui/page";
import type { Route } from "./+types/progress";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("progress", args);
  const asked = readChoice(args.url.searchParams);
  const { choice, plans, shown } = await progressFigures(db, user.id, asked, londonToday(now));
  return shown && drawnProgress({ ...shown, plans, choice });
}

export default function ProgressPage({ loaderData: page }: Route.ComponentProps) {
  if (page === null) {
    return (
      <Page title="Progress Chart">
        <NoProgress />
      </Page>
    );
  }
  return (
    <div className={column({ gap: "6" })}>
      <PageTitle title="Progress Chart" />
      <ProgressHead page={page} />
      <ProgressBody page={page} />
    </div>
  );
}
