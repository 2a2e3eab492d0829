import { Link } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { newPlanStart } from "~/planning/job-plans/answers.server";
import { plansOf } from "~/planning/job-plans/queries.server";
import { TEMPLATE_KEYS, templatePreview } from "~/planning/job-plans/templates";
import { TemplateList } from "~/planning/job-plans/views/template-list";
import { londonToday } from "~/platform/time/london";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/plan-templates";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const today = londonToday(now);
  const start = newPlanStart(await plansOf(db, user.id), today) ?? today;
  return { templates: TEMPLATE_KEYS.map((key) => templatePreview(key, start)) };
}

export default function PlanTemplates({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Start from a template"
      back={<Link to="/job_plans/">All job plans</Link>}
      lead="A plan with its elements and times. You can change everything afterwards."
    >
      <TemplateList templates={loaderData.templates} />
    </Page>
  );
}
