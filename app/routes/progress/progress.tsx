import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row, tag, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { londonToday } from "~/platform/time/london";
import { readChoice } from "~/progress/choice";
import { progressFigures } from "~/progress/figures.server";
import type { RenderedProgress } from "~/progress/render-progress.server";
import { renderProgress } from "~/progress/render-progress.server";
import type { ProgressWord } from "~/progress/types";
import { ProgressBody } from "~/progress/views/progress-body";
import { LinkButton } from "~/ui/layout/button";
import { Icon, type IconName } from "~/ui/layout/icon";
import { Page, PageTitle } from "~/ui/layout/page";
import type { Route } from "./+types/progress";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("progress", args);
  const requested = readChoice(args.url.searchParams);
  const { choice, plans, shown } = await progressFigures(db, user.id, requested, londonToday(now));
  return shown && renderProgress({ ...shown, plans, choice });
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

/** Shown without a job plan, when there is nothing to compare work with. */
function NoProgress() {
  return (
    <section className={column({ gap: "4" })}>
      <h2>There is no job plan yet</h2>
      <p className={text({ kind: "read" })}>
        The chart compares the sessions you work with your job plan and shows how many PAs you are ahead or behind. Set
        up a plan from a template first.
      </p>
      <div className={row()}>
        <LinkButton to="/job_plans/start/" visual="primary">
          Set up a job plan
        </LinkButton>
      </div>
    </section>
  );
}

/** The finding in a sentence first, then its details and the toggles for other views. */
function ProgressHead({ page }: { page: RenderedProgress }) {
  return (
    <header className={column({ gap: "2" })}>
      <p className={text({ kind: "hint" })}>{page.over}</p>
      <h1 className={answer}>{page.headline}</h1>
      <p className={text({ kind: "read" })}>{page.sentences.join(" ")}</p>
      {page.beganLater && (
        <p className={text({ kind: "read" })}>
          {page.beganLater.words} <Link to={page.beganLater.to}>Change the day the plan counts from</Link>
        </p>
      )}
      {page.word && <WordTag {...page.word} />}
      {(page.addElement || page.isEmpty) && (
        <div className={css({ paddingTop: "2" })}>
          <LinkButton to={page.addElement ?? "/logbook/session/new/"} visual="primary">
            {page.addElement ? "Add element" : "Add session"}
          </LinkButton>
        </div>
      )}
    </header>
  );
}

function WordTag({ word, words }: { word: ProgressWord; words: string }) {
  const { className, icon } = WORDS[word];
  return (
    <p>
      <span className={className}>
        <Icon name={icon} size={14} /> {words}
      </span>
    </p>
  );
}

/** Written out, so that the build can put the class names in their place. */
const WORDS: Record<ProgressWord, { className: string; icon: IconName }> = {
  "on track": { className: tag({ tone: "good" }), icon: "tick" },
  ahead: { className: tag(), icon: "info" },
  "well ahead": { className: tag({ tone: "warn" }), icon: "warning" },
  behind: { className: tag({ tone: "warn" }), icon: "warning" },
  "well behind": { className: tag({ tone: "bad" }), icon: "problem" },
};

/** Larger than other headings: it is what the page is opened for. */
const answer = css({ fontSize: { base: "h1", wide: "[2.125rem]" }, lineHeight: "heading" });
