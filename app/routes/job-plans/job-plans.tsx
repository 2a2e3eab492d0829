import { css } from "styled-system/css";
import { column, row } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { planWarnings } from "~/planning/job-plans/plan-dates";
import { planLine } from "~/planning/job-plans/plan-page.server";
import { plansOf, weeklyElementsOf } from "~/planning/job-plans/queries.server";
import { PlanList, PlanWarnings } from "~/planning/job-plans/views/plan-list";
import { londonToday } from "~/platform/time/london";
import { LinkButton } from "~/ui/button";
import { Page } from "~/ui/page";
import type { Route } from "./+types/job-plans";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const [plans, elements] = await db.batch([plansOf(db, user.id), weeklyElementsOf(db, user.id)]);
  const today = londonToday(now);
  return {
    warnings: planWarnings(plans, today),
    plans: plans.map((plan) => planLine(plan, elements, today)),
  };
}

export default function JobPlans({ loaderData: { plans, warnings } }: Route.ComponentProps) {
  if (plans.length === 0) return <NoPlans />;
  const add = (
    <>
      <LinkButton to="/job_plans/templates/">Start from a template</LinkButton>
      <LinkButton to="/job_plans/new/" visual="primary">
        Add plan
      </LinkButton>
    </>
  );
  return (
    <Page title="Job plans" actions={add}>
      <PlanWarnings warnings={warnings} />
      <PlanList plans={plans} />
    </Page>
  );
}

function NoPlans() {
  return (
    <Page title="Job plans">
      <div className={`${column({ gap: "4" })} ${css({ maxWidth: "read" })}`}>
        <p>
          You have no job plan yet. Add one with its dates and contracted PAs, then its elements: your lists, on-call,
          SPA. They become the tags of all your sessions, and from them Daybook works out the PAs you have done.
        </p>
        <p className={row()}>
          <LinkButton to="/job_plans/new/" visual="primary">
            Add your first plan
          </LinkButton>
          <LinkButton to="/job_plans/templates/">Start from a template</LinkButton>
        </p>
      </div>
    </Page>
  );
}
