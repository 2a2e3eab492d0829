import { Link } from "react-router";
import { text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { yearOfQuery } from "~/diary/leave/years";
import { londonToday } from "~/platform/time/london";
import { cpdPage } from "~/reports/cpd/page.server";
import { CpdFigures, CpdList, CpdYears } from "~/reports/cpd/views/cpd-list";
import { LinkButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/cpd";

/** Continuing professional development, an appraisal year at a time. */
export function loader(args: Route.LoaderArgs) {
  const context = requireLevel("progress", args);
  return cpdPage(context, yearOfQuery(args.url.searchParams), londonToday(context.now));
}

export default function CpdPage({ loaderData: page }: Route.ComponentProps) {
  return (
    <Page
      title="CPD"
      subtitle={page.label}
      back={<Link to="/reports/">Reports</Link>}
      lead={`Appraisal year ${page.dates}.`}
      actions={
        <LinkButton to="/reports/cpd/new/" visual="primary">
          Add CPD
        </LinkButton>
      }
    >
      <CpdFigures {...page} />
      <CpdList entries={page.entries} />
      <CpdYears {...page} />
      <p className={text({ kind: "hint" })}>
        When your appraisal year begins is set in your <Link to="/profile/">profile</Link>.
      </p>
    </Page>
  );
}
