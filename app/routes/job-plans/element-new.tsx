import { requireLevel } from "~/account/guard.server";
import { templateElementAnswers } from "~/planning/job-plans/answers.server";
import { newElementForm } from "~/planning/job-plans/element-form";
import { elementTemplate } from "~/planning/job-plans/element-templates";
import { planOf, requireRow } from "~/planning/job-plans/queries.server";
import { ElementFormPage } from "~/planning/job-plans/views/element-form";
import { addElement } from "~/planning/job-plans/write-element.server";
import { newRef } from "~/platform/db/columns.server";
import { answerSave } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import type { Route } from "./+types/element-new";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const plan = requireRow(await planOf(db, user.id, args.params.planRef));
  const answers = templateElementAnswers(elementTemplate(args.url.searchParams.get("template")));
  return { plan: plan.title, answers, idempotency_key: newRef() };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { planRef } = args.params;
  const form = await readForm(args.request, newElementForm);
  requireRow(await planOf(context.db, context.userId, planRef));
  if (!form.ok) return refuse(form.state);
  const { idempotency_key: key, ...answers } = form.value;
  const formKey = { key, fingerprint: form.fingerprint };
  const saved = await addElement(context, planRef, formKey, answers);
  const path = pathTo("/job_plans/:planRef/", { planRef });
  return answerSave(args.request, form.state, saved, path, `${answers.element.description} added`);
}

export default function ElementNew({ loaderData, actionData, params }: Route.ComponentProps) {
  const form = useFormView(loaderData.answers, actionData?.form);
  return (
    <ElementFormPage
      title="Add element"
      form={form}
      lead={`For ${loaderData.plan}`}
      planRef={params.planRef}
      hidden={{ idempotency_key: keyOf(form, loaderData.idempotency_key) }}
    />
  );
}
