import { Link } from "react-router";
import { css } from "styled-system/css";
import { tag } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import type { ElementTemplate } from "~/planning/job-plans/element-templates";
import { ELEMENT_TEMPLATES } from "~/planning/job-plans/element-templates";
import { CATEGORY_NAMES, type Category } from "~/planning/job-plans/elements";
import { elementsOfPlan, planOf, requireRow } from "~/planning/job-plans/queries.server";
import { CategorySquare } from "~/planning/job-plans/views/category";
import { pathTo } from "~/platform/http/path-to";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/element-templates";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { planRef } = args.params;
  const [plans, elements] = await db.batch([planOf(db, user.id, planRef), elementsOfPlan(db, user.id, planRef)]);
  return { plan: requireRow(plans).title, taken: elements.map(({ description }) => description) };
}

export default function ElementTemplates({ loaderData, params }: Route.ComponentProps) {
  return (
    <Page
      title="Add element from template"
      back={<Link to={pathTo("/job_plans/:planRef/", params)}>{loaderData.plan}</Link>}
      lead="Choose an element, then enter its days or PAs."
    >
      <ElementTemplateList templates={ELEMENT_TEMPLATES} taken={loaderData.taken} planRef={params.planRef} />
    </Page>
  );
}

interface ElementTemplateListProps {
  templates: readonly ElementTemplate[];
  /** Descriptions of elements that the plan already has. */
  taken: readonly string[];
  planRef: string;
}

/** Usual elements by category; each opens the form filled in with it. */
function ElementTemplateList({ templates, taken, planRef }: ElementTemplateListProps) {
  const categories = (Object.keys(CATEGORY_NAMES) as Category[])
    .map((category) => ({ category, own: templates.filter((each) => each.category === category) }))
    .filter(({ own }) => own.length > 0);
  return categories.map(({ category, own }) => (
    <section key={category} aria-labelledby={`category-${category}`}>
      <h2 id={`category-${category}`} className={heading}>
        {CATEGORY_NAMES[category]}
      </h2>
      <ul className={list}>
        {own.map(({ description }) => (
          <li key={description}>
            <Link
              to={`${pathTo("/job_plans/:planRef/element/new/", { planRef })}?template=${encodeURIComponent(description)}`}
            >
              <CategorySquare category={category} />
              {description}
            </Link>
            {taken.includes(description) && <span className={tag()}>In this plan</span>}
          </li>
        ))}
      </ul>
    </section>
  ));
}

const heading = css({ paddingBottom: "2", borderBottom: "ink" });
const list = css({
  display: "grid",
  gridTemplateColumns: { base: "[minmax(0, 1fr)]", wide: "[repeat(3, minmax(0, 1fr))]" },
  columnGap: "5",
  "& > li": {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "2",
    borderBottom: "line",
    minHeight: "control",
  },
  "& a": { paddingBlock: "2", flex: "1" },
});
