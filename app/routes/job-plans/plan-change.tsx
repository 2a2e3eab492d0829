import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { type LockedDays, lockedDays } from "~/diary/locks/rules";
import { LockedAsTyped } from "~/diary/locks/views/locked-notice";
import { changePlan, type ChangePreview as Preview, previewChange } from "~/diary/planned/change-plan.server";
import { ChangePreview, RemovedTicks } from "~/diary/planned/views/change-plan";
import { changeAnswers } from "~/planning/job-plans/answers.server";
import { changePlanForm } from "~/planning/job-plans/change-form";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { elementsOfPlan, planOf, requireRow, scheduleOfPlan, withTimes } from "~/planning/job-plans/queries.server";
import { formatWhen } from "~/planning/job-plans/schedule";
import { ChangeFields } from "~/planning/job-plans/views/change-fields";
import { newRef } from "~/platform/db/columns.server";
import type { ActionResult } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal, withPageData } from "~/platform/http/refusal.server";
import { longDate, readDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { FormSection } from "~/ui/forms/form-section";
import { type FormView, keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { NumberField } from "~/ui/forms/text-fields";
import { EnterSaves, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/plan-change";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const { planRef } = args.params;
  const [plans, rows, times, locks] = await db.batch([
    planOf(db, user.id, planRef),
    elementsOfPlan(db, user.id, planRef),
    scheduleOfPlan(db, user.id, planRef),
    locksOf(db, user.id),
  ]);
  const plan = requireRow(plans);
  const elements = withTimes(rows, times).filter(({ active }) => active);
  return {
    ...{ title: plan.title, dates: dateRange(plan), locks: lockedDays(locks), idempotency_key: newRef() },
    answers: changeAnswers(plan, elements, londonToday(now)),
    elements: elements.map((element) => ({
      ...{ ref: element.unique_ref, description: element.description },
      when: formatWhen(element, element.schedule).join("; "),
      hasTimes: element.pattern === "fixed_times" || element.schedule.length > 0,
      hasPa: element.pattern !== "fixed_times" || element.stated_pa_units !== null,
    })),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { planRef } = args.params;
  const form = await readForm(args.request, changePlanForm);
  if (!form.ok) {
    requireRow(await planOf(context.db, context.userId, planRef));
    return refuse(form.state);
  }
  const { idempotency_key: key, intent, ...answers } = form.value;
  if (intent !== "make") {
    const { refusal, change } = await previewChange(context, planRef, form.value);
    return withPageData(refusal ? answerRefusal(form.state, refusal) : refuse(form.state), { change });
  }
  const done = await changePlan(context, planRef, { key, fingerprint: form.fingerprint }, form.value);
  if (done.refusal) return withPageData(answerRefusal(form.state, done.refusal), { change: done.change });
  const path = pathTo("/job_plans/:planRef/", { planRef: done.ref });
  return redirectWithMessage(args.request, path, `Plan changed from ${longDate(answers.from)}`, { undo: done.undo });
}

export default function PlanChange({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, dates, elements, locks, answers, idempotency_key } = loaderData;
  const answer: ActionResult<Pick<Preview, "change">> | undefined = actionData;
  const form = useFormView(answers, answer?.form);
  const change = answer?.change ?? null;
  const fields = (
    <>
      <FieldPair>
        <DateField form={form} name="from" label="Change from" />
        <NumberField form={form} name="contracted_pa" label="Contracted PAs a week" hint="0.25 to 16, such as 10" />
      </FieldPair>
      <LockedAsTyped form={form} locks={locks} read={lockedFrom}>
        You cannot change the plan of these days. Enter a later date, or unlock these days first.
      </LockedAsTyped>
      <ChangeFields form={form} elements={elements} />
    </>
  );
  return (
    <DialogPage
      title={`Change ${title} from a date`}
      form={form}
      back={pathTo("/job_plans/:planRef/", params)}
      footer={
        <>
          {change && (
            <SubmitButton form="change" name="intent" value="make">
              Change plan
            </SubmitButton>
          )}
          <SubmitButton form="change" visual={change ? "normal" : "primary"} name="intent" value="show">
            {change ? "Show again" : "Show what changes"}
          </SubmitButton>
        </>
      }
    >
      <PostForm
        id="change"
        className={column({ gap: "5" })}
        hidden={{ idempotency_key: keyOf(form, idempotency_key), shown: change?.shown ?? "" }}
      >
        {/* Enter shows what changes: the change itself needs a press of its button. */}
        <EnterSaves />
        {change ? (
          <>
            <ChangePreview change={change} />
            <RemovedTicks form={form} gone={change.gone} />
            <FormSection form={form} title="Your answers" fields={[]} message={() => "Change them"}>
              <div className={column({ gap: "5" })}>{fields}</div>
            </FormSection>
          </>
        ) : (
          <>
            <p className={text({ kind: "quiet" })}>
              The plan runs {dates}. It ends on the day before, and a new plan goes on from it. Nothing is changed
              before you have seen what happens to your sessions.
            </p>
            {fields}
          </>
        )}
      </PostForm>
    </DialogPage>
  );
}

function lockedFrom(typed: FormView["value"], locks: readonly LockedDays[]): string | null {
  const from = readDate(typed("from"));
  return (from && locks.find(({ date_end }) => date_end >= from)?.words) || null;
}
