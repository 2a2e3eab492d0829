import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { plannedAfter } from "~/diary/planned/change-plan.server";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { endPlanForm } from "~/planning/job-plans/plan-form";
import { planOf, requireRow } from "~/planning/job-plans/queries.server";
import { endPlan } from "~/planning/job-plans/write-plan.server";
import { answerSave } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { formatCounted } from "~/platform/time/counted";
import { longDate, ukDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import { SegmentField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/plan-end";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const plan = requireRow(await planOf(db, user.id, args.params.planRef));
  const date_end = ukDate(plan.date_end ?? londonToday(now));
  return { title: plan.title, dates: dateRange(plan), answers: { version: String(plan.version), date_end } };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { planRef } = args.params;
  const form = await readForm(args.request, endPlanForm);
  requireRow(await planOf(context.db, context.userId, planRef));
  if (!form.ok) return refuse(form.state);
  const { date_end, after } = form.value;
  const planned = after === "keep" ? [] : await plannedAfter(context, planRef, date_end);
  if (after === null && planned.length > 0) {
    const are = formatCounted(planned.length, "session of this plan is", "sessions of this plan are");
    const message = `${are} planned after ${longDate(date_end)}. Choose whether to keep them`;
    return answerRefusal(form.state, { errors: { after: message }, status: 422 });
  }
  const saved = await endPlan(context, planRef, { ...form.value, removed: planned, fingerprint: form.fingerprint });
  const said = `The plan ends on ${longDate(form.value.date_end)}`;
  return answerSave(args.request, form.state, saved, pathTo("/job_plans/:planRef/", { planRef }), said);
}

const AFTER_CHOICES = [
  { value: "keep", label: "Keep" },
  { value: "remove", label: "Remove" },
];

export default function PlanEnd({ loaderData, actionData, params }: Route.ComponentProps) {
  const form = useFormView(loaderData.answers, actionData?.form);
  return (
    <DialogPage
      title={`End ${loaderData.title}`}
      form={form}
      back={pathTo("/job_plans/:planRef/", params)}
      footer={<SubmitButton form="end">End plan</SubmitButton>}
    >
      <PostForm id="end" className={column({ gap: "5" })} hidden={{ version: form.value("version") }}>
        <p className={text({ kind: "quiet" })}>
          The plan runs {loaderData.dates}. Sessions after its last day keep their element and their PAs.
        </p>
        <DateField form={form} name="date_end" label="Last day of the plan" />
        {(form.error("after") !== undefined || form.value("after") !== "") && (
          <SegmentField form={form} name="after" label="Sessions planned after that day" choices={AFTER_CHOICES} />
        )}
      </PostForm>
    </DialogPage>
  );
}
