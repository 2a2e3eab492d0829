import { Link } from "react-router";
import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { startForm } from "~/diary/first-steps/form";
import { startWithPlan, usualStart } from "~/diary/first-steps/start.server";
import { anyPlan } from "~/diary/list/diary.server";
import { TEMPLATE_KEYS, templatePreview } from "~/planning/job-plans/templates";
import { TemplateChoice } from "~/planning/job-plans/views/template-list";
import { newRef } from "~/platform/db/columns.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { ukDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import { TickField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/plan-start";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const start = usualStart(londonToday(now));
  return {
    hasPlan: (await anyPlan(db, user.id)).length > 0,
    templates: TEMPLATE_KEYS.map((key) => templatePreview(key, start)),
    answers: { from: ukDate(start), fill_diary: "yes" },
    keys: { idempotency_key: newRef(), diary_key: newRef() },
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, startForm);
  if (!form.ok) return refuse(form.state);
  const { fingerprint } = form;
  const { idempotency_key, diary_key, ...start } = form.value;
  const keys = { plan: { key: idempotency_key, fingerprint }, diary: { key: diary_key, fingerprint } };
  const started = await startWithPlan(context, keys, start);
  if (!started.ok) return answerRefusal(form.state, started);
  const { planRef, message, undo } = started;
  const path = undo === null ? pathTo("/job_plans/:planRef/", { planRef }) : "/logbook/";
  return redirectWithMessage(args.request, path, message, { undo });
}

export default function PlanStart({ loaderData, actionData }: Route.ComponentProps) {
  const { hasPlan, templates, answers, keys } = loaderData;
  const form = useFormView(answers, actionData?.form);
  return (
    <DialogPage
      title="Set up your job plan"
      form={form}
      back="/"
      footer={<SubmitButton form="start">Set up my plan</SubmitButton>}
    >
      {hasPlan && (
        <p>
          You have a job plan already: <Link to="/job_plans/">open your job plans</Link>. This adds another.
        </p>
      )}
      <PostForm
        id="start"
        className={column({ gap: "5" })}
        hidden={{
          idempotency_key: keyOf(form, keys.idempotency_key),
          diary_key: (form.kept && form.value("diary_key")) || keys.diary_key,
        }}
      >
        <TemplateChoice form={form} templates={templates} />
        <DateField form={form} name="from" label="Counts from" hint="Work is expected and counted from this day" />
        <TickField
          form={form}
          name="fill_diary"
          label="Fill my logbook from this plan"
          hint="With your regular sessions, from that day to the end of the plan. Bank holidays are left out"
        />
        <p className={text({ kind: "hint" })}>
          No template fits? <Link to="/job_plans/new/">Add a plan with your own terms</Link>
        </p>
      </PostForm>
    </DialogPage>
  );
}
