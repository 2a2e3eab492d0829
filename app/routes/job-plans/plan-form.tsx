import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { LAST_DAY } from "~/diary/leave/queries.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod } from "~/diary/locks/rules";
import { LockedNotice } from "~/diary/locks/views/locked-notice";
import { newPlanAnswers, newPlanStart, planAnswersOf } from "~/planning/job-plans/answers.server";
import { newPlanForm, planEditForm } from "~/planning/job-plans/plan-form";
import { decryptNotes, planOf, plansOf, requireRow } from "~/planning/job-plans/queries.server";
import type { TemplatePreview } from "~/planning/job-plans/templates";
import { templateKey, templatePreview } from "~/planning/job-plans/templates";
import { PlanFields } from "~/planning/job-plans/views/plan-fields";
import { formatSum, TemplateElements } from "~/planning/job-plans/views/template-list";
import { addPlan, savePlan } from "~/planning/job-plans/write-plan.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { pathTo } from "~/platform/http/path-to";
import { londonToday } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { useFormView } from "~/ui/forms/form-state";
import { FormPage } from "~/ui/layout/form-page";
import type { Route } from "./+types/plan-form";

/** The form of a new plan, or of the one that the address names. */
export async function loader(args: Route.LoaderArgs) {
  const by = requireLevel("diary", args);
  const { planRef } = args.params;
  return planRef === undefined ? newPlan(by, args.url) : savedPlan(by, planRef);
}

async function newPlan({ db, userId, now }: Actor, url: URL) {
  const [plans, [profile]] = await db.batch([plansOf(db, userId), profileRow(db, userId)]);
  const usual = profile ?? DEFAULT_PROFILE;
  const today = londonToday(now);
  const key = templateKey(url.searchParams.get("template"));
  const template = key && templatePreview(key, newPlanStart(plans, today) ?? today);
  const answers = newPlanAnswers(plans, today, key, usual);
  return { template, answers, employers: usual.employers, locked: null, idempotency_key: newRef() };
}

async function savedPlan({ db, userId, cipher }: Actor, planRef: string) {
  const [plans, [profile], locks] = await db.batch([
    planOf(db, userId, planRef),
    profileRow(db, userId),
    locksOf(db, userId),
  ]);
  const plan = requireRow(plans);
  const answers = { ...planAnswersOf(plan, await decryptNotes(cipher, plan)), idempotency_key: newRef() };
  const { employers } = profile ?? DEFAULT_PROFILE;
  /** The locked period whose report counts by its rules. */
  const locked = formatLockedPeriod(locks, plan.date_start, plan.date_end ?? LAST_DAY);
  return { template: null, answers, employers, locked, idempotency_key: undefined };
}

export function action(args: Route.ActionArgs) {
  return args.params.planRef === undefined ? add(args) : change(args);
}

const add = saves("diary", newPlanForm, async (by, { value: { idempotency_key: key, ...answers }, fingerprint }) => {
  const { ref, ...saved } = await addPlan(by, { key, fingerprint }, answers);
  if (ref === undefined) return saved;
  const next = answers.template ? "Check its elements and their times" : "Add its elements next";
  const to = pathTo("/job_plans/:planRef/", { planRef: ref });
  return { ...saved, to, message: `Job plan added. ${next}` };
});

const change = saves(
  "diary",
  planEditForm,
  (by, { value, fingerprint }, { params: { planRef = "" } }: Route.ActionArgs) =>
    savePlan(by, planRef, { ...value, fingerprint }),
  {
    to: ({ params: { planRef = "" } }) => pathTo("/job_plans/:planRef/", { planRef }),
    message: "Job plan saved. Sessions you have recorded keep their PAs; recalculate them if its rules have changed",
    of: async ({ db, userId }, { params }) => requireRow(await planOf(db, userId, params.planRef ?? "")),
  },
);

export default function PlanFormPage({ loaderData, actionData, params: { planRef } }: Route.ComponentProps) {
  const { template, answers, employers, locked, idempotency_key } = loaderData;
  const form = useFormView(answers, actionData?.form);
  const isNew = planRef === undefined;
  return (
    <FormPage
      title={isNew ? "Add job plan" : "Edit job plan"}
      form={form}
      id="plan"
      back={isNew ? "/job_plans/" : pathTo("/job_plans/:planRef/", { planRef })}
      button="Save plan"
      idempotencyKey={idempotency_key}
      hidden={isNew ? { template: form.value("template") } : {}}
      above={
        isNew ? (
          <ChosenTemplate template={template} />
        ) : (
          <LockedNotice words={locked} besideAnswers>
            The report of these days counts by this plan’s PA rules and bank holidays, so you cannot change these.
          </LockedNotice>
        )
      }
    >
      <PlanFields form={form} employers={employers} isNew={isNew} />
    </FormPage>
  );
}

/** Above the form of a new plan: the template that it starts with, and a link to choose another. */
function ChosenTemplate({ template }: { template: TemplatePreview | null }) {
  if (!template) {
    return (
      <p>
        <Link to="/job_plans/templates/">Start from a template</Link>{" "}
        <span className={text({ kind: "quiet" })}>with the usual elements of a week</span>
      </p>
    );
  }
  return (
    <section className={`${column({ gap: "1" })} ${frame}`} aria-label="Template">
      <p>
        Starts with the elements of <strong>{template.name}</strong>:{" "}
        <span className={css({ fontVariantNumeric: "tabular-nums" })}>{formatSum(template.sums)}</span> PA a week.{" "}
        <Link to="/job_plans/templates/">Choose another</Link>
      </p>
      <TemplateElements elements={template.elements} />
    </section>
  );
}

const frame = css({ paddingBottom: "4", borderBottom: "line" });
