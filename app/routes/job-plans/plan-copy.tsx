import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { copyAnswers } from "~/planning/job-plans/answers.server";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { copyPlanForm } from "~/planning/job-plans/plan-form";
import { planOf, requireRow } from "~/planning/job-plans/queries.server";
import { copyPlan } from "~/planning/job-plans/write-plan.server";
import { newRef } from "~/platform/db/columns.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { londonToday } from "~/platform/time/london";
import { TickField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/plan-copy";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const plan = requireRow(await planOf(db, user.id, args.params.planRef));
  const answers = copyAnswers(plan, londonToday(now));
  const open = plan.date_end === null;
  return { title: plan.title, dates: dateRange(plan), open, answers, idempotency_key: newRef() };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { planRef } = args.params;
  const form = await readForm(args.request, copyPlanForm);
  requireRow(await planOf(context.db, context.userId, planRef));
  if (!form.ok) return refuse(form.state);
  const { idempotency_key: key, ...answers } = form.value;
  const formKey = { key, fingerprint: form.fingerprint };
  const { ref, undo, refusal } = await copyPlan(context, planRef, formKey, answers);
  if (refusal) return answerRefusal(form.state, refusal);
  return redirectWithMessage(
    args.request,
    pathTo("/job_plans/:planRef/", { planRef: ref }),
    "Job plan copied with its elements and their times",
    { undo },
  );
}

export default function PlanCopy({ loaderData, actionData, params }: Route.ComponentProps) {
  const form = useFormView(loaderData.answers, actionData?.form);
  return (
    <DialogPage
      title={`Copy ${loaderData.title}`}
      form={form}
      back={pathTo("/job_plans/:planRef/", params)}
      footer={<SubmitButton form="copy">Copy plan</SubmitButton>}
    >
      <PostForm
        id="copy"
        className={column({ gap: "5" })}
        hidden={{ idempotency_key: keyOf(form, loaderData.idempotency_key) }}
      >
        <p className={text({ kind: "quiet" })}>
          The new plan copies the terms, rules and elements in use. The old one keeps {loaderData.dates}.
        </p>
        <TextField form={form} name="title" label="Title of the new plan" width="ch40" />
        <FieldPair>
          <DateField form={form} name="date_start" label="Start date" />
          <DateField form={form} name="date_end" label="End date" hint="Leave blank if the plan has no end" clearable />
        </FieldPair>
        {loaderData.open && (
          <TickField form={form} name="end_old_plan" label={`End ${loaderData.title} on the day before`} />
        )}
      </PostForm>
    </DialogPage>
  );
}
