import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, figures, tag, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { countSessionsOfPlan } from "~/diary/sessions/queries.server";
import { CATEGORY_NAMES, type Category } from "~/planning/job-plans/elements";
import { showPa } from "~/planning/job-plans/pa-rules";
import { planPage } from "~/planning/job-plans/plan-page.server";
import { decryptNotes, elementsOfPlan, planOf, requireRow, scheduleOfPlan } from "~/planning/job-plans/queries.server";
import { ElementTable } from "~/planning/job-plans/views/element-table";
import { WeekOfPlan } from "~/planning/job-plans/views/plan-week";
import { pathTo } from "~/platform/http/path-to";
import { ActionMenu } from "~/ui/layout/action-menu";
import { LinkButton } from "~/ui/layout/button";
import { Fold } from "~/ui/layout/fold";
import { Icon } from "~/ui/layout/icon";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/plan";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher } = requireLevel("diary", args);
  const { planRef } = args.params;
  const [plans, elements, times, [used]] = await db.batch([
    planOf(db, user.id, planRef),
    elementsOfPlan(db, user.id, planRef),
    scheduleOfPlan(db, user.id, planRef),
    countSessionsOfPlan(db, user.id, planRef),
  ]);
  const page = planPage(requireRow(plans), elements, times);
  const notes = await decryptNotes(cipher, requireRow(plans));
  return { ...page, notes, sessions: used?.sessions ?? 0 };
}

export default function Plan({ loaderData: plan, params }: Route.ComponentProps) {
  return (
    <Page
      title={plan.title}
      back={<Link to="/job_plans/">All job plans</Link>}
      lead={plan.lead}
      actions={
        <>
          <PlanMenu planRef={params.planRef} hasSessions={plan.sessions > 0} />
          <LinkButton to={pathTo("/job_plans/:planRef/change/", params)}>Change from a date</LinkButton>
          <LinkButton to={pathTo("/job_plans/:planRef/element/new/", params)} visual="primary">
            Add element
          </LinkButton>
        </>
      }
    >
      <PlanFigures {...plan} />
      {plan.week && <WeekOfPlan week={plan.week} planRef={params.planRef} />}
      {plan.elements.length === 0 && (
        <p className={css({ maxWidth: "read" })}>
          This plan has no elements yet. Add one for each list, for on-call and for SPA. Each session you log belongs to
          an element.
        </p>
      )}
      {plan.elements.length > 0 && (
        // The usual week shows each of them.
        <Fold title="All elements as a table" open={!plan.week}>
          <ElementTable elements={plan.elements} planRef={params.planRef} total={plan.sums.total} />
        </Fold>
      )}
      {plan.archived.length > 0 && (
        <Fold title={`Archived elements (${plan.archived.length})`}>
          <ElementTable elements={plan.archived} planRef={params.planRef} />
        </Fold>
      )}
      {plan.notes && (
        <section className={column({ gap: "1" })}>
          <h2>Notes</h2>
          <p className={css({ whiteSpace: "pre-wrap", maxWidth: "read" })}>{plan.notes}</p>
        </section>
      )}
    </Page>
  );
}

/** All that is seldom done with a plan. */
function PlanMenu({ planRef, hasSessions }: { planRef: string; hasSessions: boolean }) {
  const at = { planRef };
  return (
    <ActionMenu label="More">
      <Link to={pathTo("/job_plans/:planRef/diary/", at)}>Fill my logbook from this plan</Link>
      <Link to={pathTo("/job_plans/:planRef/element/templates/", at)}>Add from template</Link>
      <Link to={pathTo("/job_plans/:planRef/edit/", at)}>Edit plan</Link>
      <Link to={pathTo("/job_plans/:planRef/end/", at)}>End plan</Link>
      {hasSessions ? (
        <Link to={pathTo("/job_plans/:planRef/recalculate/", at)}>Recalculate sessions</Link>
      ) : (
        <Link to={pathTo("/job_plans/:planRef/delete/", at)}>Delete plan</Link>
      )}
    </ActionMenu>
  );
}

/** Labels that fit the strip; tables have the full names. */
const SHORT_NAMES: Partial<Record<Category, string>> = {
  SPA: "Supporting activities",
  ANR: "NHS responsibilities",
  APA: "Additional PAs",
};

/** The totals of the plan, in figures and then in a sentence. */
function PlanFigures({ contracted, sums, check, ratio, minutes }: ReturnType<typeof planPage>) {
  const styles = figures();
  // One decimal is precise enough for an average week; whole hours have none.
  const hours = Math.round(minutes / 6) / 10;
  return (
    <section aria-label="Weekly figures">
      <dl className={sums.categories.length > 2 ? `${styles.root} ${oneRow}` : styles.root}>
        <div className={styles.item}>
          <dt className={styles.label}>Contracted</dt>
          <dd className={styles.value}>
            {showPa(contracted)} <small>PA a week</small>
          </dd>
        </div>
        {sums.categories.map(({ category, units }) => (
          <div key={category} className={styles.item}>
            <dt className={styles.label}>{SHORT_NAMES[category] ?? CATEGORY_NAMES[category]}</dt>
            <dd className={styles.value}>{showPa(units)}</dd>
          </div>
        ))}
        <div className={styles.item}>
          <dt className={styles.label}>Check</dt>
          <dd className={css({ paddingTop: "1" })}>
            <span className={check.adds ? tag({ tone: "good" }) : tag({ tone: "warn" })}>
              <Icon name={check.adds ? "tick" : "warning"} size={14} /> {check.words}
            </span>
          </dd>
        </div>
      </dl>
      <p className={`${text({ kind: "hint" })} ${css({ paddingTop: "2" })}`}>
        {ratio === null ? "No SPA yet" : `DCC to SPA ${ratio} to 1`} · {hours} hours a week
      </p>
    </section>
  );
}

const oneRow = css({ gridTemplateColumns: { desk: "[repeat(auto-fit, minmax(120px, 1fr))]" } });
