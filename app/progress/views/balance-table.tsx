import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { table, text } from "styled-system/recipes";
import type { Category } from "~/planning/job-plans/elements";
import { CategoryName } from "~/planning/job-plans/views/category";
import { sideScroll } from "~/ui/layout/side-scroll";
import type { BalanceLine, BalanceRows } from "../page-rows.server";

interface BalanceTableProps {
  rows: BalanceRows;
  /** Its lines: the categories with what they come to, or the elements of each. */
  by: "category" | "element";
}

/** Plan, expected, done and balance. */
export function BalanceTable({ rows, by }: BalanceTableProps) {
  const columns = rows.hasCredit ? 6 : 5;
  return (
    <div className={sideScroll}>
      <table className={table()}>
        <caption className={css({ srOnly: true })}>Plan, expected, done and balance by {by}</caption>
        <thead>
          <tr>
            <th scope="col" className={nameCell}>
              {by === "category" ? "Category" : "Element"}
            </th>
            <th scope="col" className={`r ${figureCell} ${onlyWide}`}>
              Plan, {rows.unit} a week
            </th>
            <th scope="col" className={`r ${figureCell}`}>
              Expected
            </th>
            {rows.hasCredit && (
              <th scope="col" className={`r ${figureCell} ${onlyWide}`}>
                Credited
              </th>
            )}
            <th scope="col" className={`r ${figureCell}`}>
              Done
            </th>
            <th scope="col" className={`r ${figureCell}`}>
              Balance
            </th>
          </tr>
        </thead>
        {by === "category" ? (
          <tbody>
            {rows.categories.map((each) => (
              <Row key={each.key} line={each} hasCredit={rows.hasCredit} category={each.category} />
            ))}
          </tbody>
        ) : (
          rows.categories.map(({ key, category, elements }) => (
            <tbody key={key}>
              <tr>
                <th scope="rowgroup" colSpan={columns}>
                  <CategoryName category={category} />
                </th>
              </tr>
              {elements.map((each) => (
                <Row key={each.key} line={each} hasCredit={rows.hasCredit} />
              ))}
            </tbody>
          ))
        )}
        {by === "category" && (
          <tfoot>
            {rows.before.map(({ name, to, amount, tone }) => (
              <tr key={name}>
                {/* It has a balance alone: on a phone its name needs the room of the other figures. */}
                <th scope="row" colSpan={3}>
                  {to === null ? name : <Link to={to}>{name}</Link>}
                </th>
                <td colSpan={columns - 4} className={onlyWide} />
                <td className={`r ${figureCell} ${TONES[tone]}`}>{amount}</td>
              </tr>
            ))}
            {rows.total && <Row line={rows.total} hasCredit={rows.hasCredit} />}
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface RowProps {
  line: BalanceLine;
  hasCredit: boolean;
  category?: Category;
}

function Row({ line, hasCredit, category }: RowProps) {
  return (
    <tr>
      <th scope="row" className={nameCell}>
        <Name to={line.to}>{category ? <CategoryName category={category} /> : line.name}</Name>
        <span className={`${text({ kind: "hint" })} ${underName} ${category ? pastSquare : ""}`}>
          {line.weekly} a week{hasCredit && `, ${line.credit} credited`}
        </span>
      </th>
      <td className={`r ${figureCell} ${onlyWide}`}>{line.weekly}</td>
      <td className={`r ${figureCell}`}>{line.expected}</td>
      {hasCredit && <td className={`r ${figureCell} ${onlyWide}`}>{line.credit}</td>}
      <td className={`r ${figureCell}`}>{line.done}</td>
      <td className={`r ${figureCell} ${TONES[line.tone]}`}>{line.balance}</td>
    </tr>
  );
}

function Name({ to, children }: { to: string | null; children: ReactNode }) {
  return to === null ? (
    children
  ) : (
    <Link to={to} preventScrollReset className={ofRow}>
      {children}
    </Link>
  );
}

const ofRow = css({ color: "[inherit]", overflowWrap: "anywhere", "&:not(:hover)": { textDecorationLine: "none" } });
// A long name may break, but not into single letters.
const nameCell = css({ minWidth: "[8.5rem]", paddingRight: "0" });
const figureCell = css({ paddingLeft: { base: "2", wide: "3" } });
const onlyWide = css({ display: { base: "none", wide: "table-cell", _print: "table-cell" } });
/** On a phone the figures without a column are below the name. */
const underName = css({ display: { base: "block", wide: "none", _print: "none" }, fontWeight: "normal" });
const pastSquare = css({ paddingLeft: "4" });

/** Written out, so that the build can put the class names in their place. */
const TONES: Record<BalanceLine["tone"], string> = {
  over: css({ color: "good" }),
  under: css({ color: "bad" }),
  level: "",
};
