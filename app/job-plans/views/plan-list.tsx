import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row, table, tag, text } from "styled-system/recipes";
import { Icon } from "~/ui/icon";
import { showPa } from "../pa-rules";
import { dateRange, type PlanStatus, type PlanWarning } from "../plan-dates";
import type { WeeklySums } from "../weekly";

export interface PlanLine {
  unique_ref: string;
  title: string;
  employer: string;
  date_start: string;
  date_end: string | null;
  status: PlanStatus;
  weeks: number;
  contracted_pa_units: number;
  sums: WeeklySums;
}

export function PlanList({ plans }: { plans: PlanLine[] }) {
  return (
    <div className={css({ overflowX: "auto" })}>
      <table className={table()}>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Dates</th>
            <th scope="col" className="r">
              Weeks
            </th>
            <th scope="col" className="r">
              PA a week
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.unique_ref}>
              <th scope="row">
                <Link to={`/job_plans/${plan.unique_ref}/`}>{plan.title}</Link>
                {plan.employer && <div className={text({ kind: "hint" })}>{plan.employer}</div>}
              </th>
              <td>
                <span className={row({ gap: "2" })}>
                  {dateRange(plan)} <StatusTag status={plan.status} />
                </span>
              </td>
              <td className="r">{plan.weeks}</td>
              <td className="r">
                {showPa(plan.sums.total)}
                <div className={text({ kind: "hint" })}>
                  {plan.sums.categories.map(({ category, units }) => (
                    <div key={category}>
                      {category} {showPa(units)}
                    </div>
                  ))}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StatusTag({ status }: { status: PlanStatus }) {
  if (status === "current") {
    return (
      <span className={tag({ tone: "good" })}>
        <Icon name="tick" size={12} /> Current
      </span>
    );
  }
  return <span className={tag()}>{status === "past" ? "Past" : "Future"}</span>;
}

export function PlanWarnings({ warnings }: { warnings: PlanWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={column({ gap: "1" })}>
      {warnings.map(({ tone, words }) => (
        <li key={words} className={row({ gap: "2", align: "start" })}>
          <span className={tag({ tone: tone === "warn" ? "warn" : "plain" })}>
            <Icon name={tone === "warn" ? "warning" : "info"} size={14} /> {words}
          </span>
        </li>
      ))}
    </ul>
  );
}
