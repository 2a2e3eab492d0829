import { Link } from "react-router";
import { css } from "styled-system/css";
import { table, text } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { sideScroll } from "~/ui/layout/side-scroll";
import { showPa } from "../pa-rules";
import type { planPage } from "../plan-page.server";
import { CategoryName } from "./category";

interface ElementTableProps {
  elements: ReturnType<typeof planPage>["elements"];
  planRef: string;
  /** Total of the elements that count, in PA units; without it there is no line of totals. */
  total?: number;
}

export function ElementTable({ elements, planRef, total }: ElementTableProps) {
  return (
    <div className={sideScroll}>
      <table className={table()}>
        <thead>
          <tr>
            <th scope="col">Element</th>
            <th scope="col" className={onlyWide}>
              Category
            </th>
            <th scope="col">When</th>
            <th scope="col" className="r">
              PA a week
            </th>
          </tr>
        </thead>
        <tbody>
          {elements.map((element) => (
            <tr key={element.unique_ref}>
              <td>
                <Link
                  to={pathTo("/job_plans/:planRef/element/:elementRef/", { planRef, elementRef: element.unique_ref })}
                  className={css({ overflowWrap: "anywhere" })}
                >
                  {element.description}
                </Link>
                <div className={`${onlyNarrow} ${text({ kind: "hint" })}`}>
                  <CategoryName category={element.category} />
                </div>
              </td>
              <td className={onlyWide}>
                <CategoryName category={element.category} />
              </td>
              <td>
                {element.when.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </td>
              <td className="r">
                {showPa(element.weekly_pa_units)}
                {element.counts_to_balance && element.counting === "as_planned" && (
                  <div className={text({ kind: "hint" })}>as planned</div>
                )}
                {!element.counts_to_balance && element.weekly_pa_units > 0 && (
                  <div className={text({ kind: "hint" })}>not counted</div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td className={onlyWide} />
              <td />
              <td className="r">{showPa(total)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** On a phone the category is shown under the name, so that the PAs stay visible. */
const onlyWide = css({ display: { base: "none", wide: "table-cell" } });
const onlyNarrow = css({ display: { base: "block", wide: "none" } });
