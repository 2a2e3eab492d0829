import { Link } from "react-router";
import { css } from "styled-system/css";
import { tag } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import type { ElementTemplate } from "../element-templates";
import { CATEGORY_NAMES, type Category } from "../elements";
import { CategorySquare } from "./category";

interface ElementTemplateListProps {
  templates: readonly ElementTemplate[];
  /** Descriptions that the plan has already. */
  taken: readonly string[];
  planRef: string;
}

/** Usual elements by category; each opens the form with its answers. */
export function ElementTemplateList({ templates, taken, planRef }: ElementTemplateListProps) {
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
