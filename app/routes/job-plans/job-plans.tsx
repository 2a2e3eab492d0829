import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row, tag, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { showPa } from "~/planning/job-plans/pa-rules";
import { dateRange, type PlanStatus, type PlanWarning, planWarnings } from "~/planning/job-plans/plan-dates";
import { planLine } from "~/planning/job-plans/plan-page.server";
import { plansOf, weeklyElementsOf } from "~/planning/job-plans/queries.server";
import { pathTo } from "~/platform/http/path-to";
import { londonToday } from "~/platform/time/london";
import { LinkButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";
import { Page } from "~/ui/layout/page";
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
          You have no job plan yet. Add one with its dates and contracted PAs, then its elements: your lists, on-call
          and SPA. Each session you log belongs to an element, and Daybook works out the PAs you have done.
        </p>
        <p className={row()}>
          <LinkButton to="/job_plans/start/" visual="primary">
            Choose a template
          </LinkButton>
        </p>
        <p className={text({ kind: "hint" })}>
          Or <Link to="/job_plans/new/">add a plan with your own terms</Link>.
        </p>
      </div>
    </Page>
  );
}

function PlanList({ plans }: { plans: ReturnType<typeof planLine>[] }) {
  return (
    <ul className={css({ borderTop: "ink" })}>
      {plans.map((plan) => (
        <li key={plan.unique_ref} className={line}>
          <div className={column({ gap: "1" })}>
            <span className={row()}>
              <Link
                to={pathTo("/job_plans/:planRef/", { planRef: plan.unique_ref })}
                className={text({ kind: "strong" })}
              >
                {plan.title}
              </Link>
              <StatusTag status={plan.status} />
            </span>
            {plan.employer && <span>{plan.employer}</span>}
            <span className={text({ kind: "hint" })}>
              {dateRange(plan)} · {plan.weeks} weeks
            </span>
          </div>
          <div>
            <div className={text({ figures: true })}>
              <strong>{showPa(plan.sums.total)}</strong> PA a week
            </div>
            <div className={text({ kind: "hint", figures: true })}>
              {plan.sums.categories.map(({ category, units }) => `${category} ${showPa(units)}`).join(" · ")}
            </div>
            {!plan.check.adds && (
              <div className={text({ kind: "hint" })}>
                Contracted {showPa(plan.contracted_pa_units)}: {plan.check.words}
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

const line = css({
  display: "grid",
  gridTemplateColumns: { base: "[minmax(0, 1fr)]", wide: "[minmax(0, 1fr) auto]" },
  gap: "2",
  paddingBlock: "4",
  borderBottom: "line",
  "& > div:last-child": { textAlign: { base: "left", wide: "right" } },
});

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

function PlanWarnings({ warnings }: { warnings: PlanWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={column({ gap: "1" })}>
      {warnings.map(({ tone, words }) => (
        <li key={words} className={css({ display: "flex", gap: "2", alignItems: "baseline" })}>
          <span className={tone === "warn" ? text({ kind: "warn" }) : text({ kind: "quiet" })}>
            <Icon name={tone === "warn" ? "warning" : "info"} />
          </span>
          {words}
        </li>
      ))}
    </ul>
  );
}
