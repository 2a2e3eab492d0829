import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { newPlanAnswers, newPlanStart } from "~/planning/job-plans/answers.server";
import { newPlanForm } from "~/planning/job-plans/plan-form";
import { plansOf } from "~/planning/job-plans/queries.server";
import type { TemplatePreview } from "~/planning/job-plans/templates";
import { templateKey, templatePreview } from "~/planning/job-plans/templates";
import { PlanFields } from "~/planning/job-plans/views/plan-fields";
import { formatSum, TemplateElements } from "~/planning/job-plans/views/template-list";
import { addPlan } from "~/planning/job-plans/write-plan.server";
import { newRef } from "~/platform/db/columns.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { londonToday } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/plan-new";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const [plans, [profile]] = await db.batch([plansOf(db, user.id), profileRow(db, user.id)]);
  const usual = profile ?? DEFAULT_PROFILE;
  const today = londonToday(now);
  const key = templateKey(args.url.searchParams.get("template"));
  const template = key && templatePreview(key, newPlanStart(plans, today) ?? today);
  const answers = newPlanAnswers(plans, today, key, usual);
  return { template, answers, employers: usual.employers, idempotency_key: newRef() };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, newPlanForm);
  if (!form.ok) return refuse(form.state);
  const { idempotency_key: key, ...answers } = form.value;
  const formKey = { key, fingerprint: form.fingerprint };
  const { ref, undo, refusal } = await addPlan(context, formKey, answers);
  if (refusal) return answerRefusal(form.state, refusal);
  const next = answers.template ? "Check its elements and their times" : "Add its elements next";
  const path = pathTo("/job_plans/:planRef/", { planRef: ref });
  return redirectWithMessage(args.request, path, `Job plan added. ${next}`, { undo });
}

export default function PlanNew({ loaderData, actionData }: Route.ComponentProps) {
  const form = useFormView(loaderData.answers, actionData?.form);
  return (
    <DialogPage
      title="Add job plan"
      form={form}
      back="/job_plans/"
      footer={<SubmitButton form="plan">Save plan</SubmitButton>}
    >
      <ChosenTemplate template={loaderData.template} />
      <PostForm
        id="plan"
        hidden={{ idempotency_key: keyOf(form, loaderData.idempotency_key), template: form.value("template") }}
      >
        <PlanFields form={form} employers={loaderData.employers} isNew />
      </PostForm>
    </DialogPage>
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
