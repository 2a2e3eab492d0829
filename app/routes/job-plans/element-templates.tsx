import { Link } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { ELEMENT_TEMPLATES } from "~/planning/job-plans/element-templates";
import { elementsOfPlan, found, planOf } from "~/planning/job-plans/queries.server";
import { ElementTemplateList } from "~/planning/job-plans/views/element-template-list";
import { pathTo } from "~/platform/http/path-to";
import { Page } from "~/ui/page";
import type { Route } from "./+types/element-templates";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { planRef } = args.params;
  const [plans, elements] = await db.batch([planOf(db, user.id, planRef), elementsOfPlan(db, user.id, planRef)]);
  return { plan: found(plans).title, taken: elements.map(({ description }) => description) };
}

export default function ElementTemplates({ loaderData, params }: Route.ComponentProps) {
  return (
    <Page
      title="Add element from template"
      back={<Link to={pathTo("/job_plans/:planRef/", params)}>{loaderData.plan}</Link>}
      lead="Choose what it is; then enter its days or its PAs."
    >
      <ElementTemplateList templates={ELEMENT_TEMPLATES} taken={loaderData.taken} planRef={params.planRef} />
    </Page>
  );
}
