import { column, row, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { londonToday } from "~/platform/time/london";
import { readChoice } from "~/progress/choice";
import { drawnProgress } from "~/progress/drawn.server";
import { progressFigures } from "~/progress/figures.server";
import { ProgressBody } from "~/progress/views/progress-body";
import { ProgressHead } from "~/progress/views/progress-head";
import { LinkButton } from "~/ui/button";
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

/** Without a plan there is nothing that work could be held against. */
function NoProgress() {
  return (
    <section className={column({ gap: "4" })}>
      <h2>There is no job plan yet</h2>
      <p className={text({ kind: "read" })}>
        The chart holds the sessions that you work against your job plan. Set one up, or start from a template, and it
        says how many PAs you are ahead or behind.
      </p>
      <div className={row()}>
        <LinkButton to="/job_plans/new/" visual="primary">
          Set up a job plan
        </LinkButton>
        <LinkButton to="/job_plans/templates/">Start from a template</LinkButton>
      </div>
    </section>
  );
}
