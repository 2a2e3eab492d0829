import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { copyAnswers } from "~/planning/job-plans/answers.server";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { copyPlanForm } from "~/planning/job-plans/plan-form";
import { planOf, requireRow } from "~/planning/job-plans/queries.server";
import { copyPlan } from "~/planning/job-plans/write-plan.server";
import { newRef } from "~/platform/db/columns.server";
import { pathTo } from "~/platform/http/path-to";
import { londonToday } from "~/platform/time/london";
import { TickField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { useFormView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { FormPage } from "~/ui/layout/form-page";
import type { Route } from "./+types/plan-copy";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const plan = requireRow(await planOf(db, user.id, args.params.planRef));
  const answers = copyAnswers(plan, londonToday(now));
  const open = plan.date_end === null;
  return { title: plan.title, dates: dateRange(plan), open, answers, idempotency_key: newRef() };
}

export const action = saves(
  "diary",
  copyPlanForm,
  async (by, { value: { idempotency_key: key, ...answers }, fingerprint }, { params }: Route.ActionArgs) => {
    const { ref: planRef, ...saved } = await copyPlan(by, params.planRef, { key, fingerprint }, answers);
    return planRef === undefined ? saved : { ...saved, to: pathTo("/job_plans/:planRef/", { planRef }) };
  },
  {
    message: "Job plan copied with its elements and their times",
    of: async ({ db, userId }, { params }) => requireRow(await planOf(db, userId, params.planRef)),
  },
);

export default function PlanCopy({ loaderData, actionData, params }: Route.ComponentProps) {
  const form = useFormView(loaderData.answers, actionData?.form);
  return (
    <FormPage
      title={`Copy ${loaderData.title}`}
      form={form}
      id="copy"
      back={pathTo("/job_plans/:planRef/", params)}
      button="Copy plan"
      idempotencyKey={loaderData.idempotency_key}
      className={column({ gap: "5" })}
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
    </FormPage>
  );
}
