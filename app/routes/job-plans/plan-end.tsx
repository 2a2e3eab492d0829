import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { endPlanWithSessions } from "~/diary/planned/held-sessions.server";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { endPlanForm } from "~/planning/job-plans/plan-form";
import { planOf, requireRow } from "~/planning/job-plans/queries.server";
import { pathTo } from "~/platform/http/path-to";
import { longDate, ukDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import { SegmentField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { useFormView } from "~/ui/forms/form-state";
import { FormPage } from "~/ui/layout/form-page";
import type { Route } from "./+types/plan-end";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const plan = requireRow(await planOf(db, user.id, args.params.planRef));
  const date_end = ukDate(plan.date_end ?? londonToday(now));
  return { title: plan.title, dates: dateRange(plan), answers: { version: String(plan.version), date_end } };
}

export const action = saves(
  "diary",
  endPlanForm,
  async (by, { value, fingerprint }, { params: { planRef } }: Route.ActionArgs) => {
    const saved = await endPlanWithSessions(by, planRef, { ...value, fingerprint });
    return { ...saved, message: `The plan ends on ${longDate(value.date_end)}` };
  },
  {
    to: ({ params }) => pathTo("/job_plans/:planRef/", params),
    of: async ({ db, userId }, { params }) => requireRow(await planOf(db, userId, params.planRef)),
  },
);

const AFTER_CHOICES = [
  { value: "keep", label: "Keep" },
  { value: "remove", label: "Remove" },
];

export default function PlanEnd({ loaderData, actionData, params }: Route.ComponentProps) {
  const form = useFormView(loaderData.answers, actionData?.form);
  return (
    <FormPage
      title={`End ${loaderData.title}`}
      form={form}
      id="end"
      back={pathTo("/job_plans/:planRef/", params)}
      button="End plan"
      hidden={{ asked: form.value("date_end") }}
      className={column({ gap: "5" })}
    >
      <p className={text({ kind: "quiet" })}>
        The plan runs {loaderData.dates}. Sessions after its last day keep their element and their PAs.
      </p>
      <DateField form={form} name="date_end" label="Last day of the plan" />
      {(form.error("after") !== undefined || form.value("after") !== "") && (
        <SegmentField form={form} name="after" label="Sessions planned after that day" choices={AFTER_CHOICES} />
      )}
    </FormPage>
  );
}
