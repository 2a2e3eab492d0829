import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { type LockedDays, lockedDays, lockOf } from "~/diary/locks/rules";
import { LockedAsTyped } from "~/diary/locks/views/locked-notice";
import type { ShownDiary } from "~/diary/planned/plan-diary";
import {
  chosenPlanSessions,
  createPlanSessions,
  filledMessage,
  usualPlanSessions,
} from "~/diary/planned/plan-diary.server";
import { DiaryPreview, ElementTicks, formatActs } from "~/diary/planned/views/plan-diary";
import { diaryPath } from "~/diary/sessions/diary-pages";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { diaryForm } from "~/planning/job-plans/plan-form";
import { planOf, requireRow } from "~/planning/job-plans/queries.server";
import { newRef } from "~/platform/db/columns.server";
import type { ActionResult } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { withPageData } from "~/platform/http/refusal.server";
import { readDate, ukDate } from "~/platform/time/dates";
import { TickField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { type FormView, keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { EnterSaves, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/plan-diary";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const usual = await usualPlanSessions(db, user.id, args.params.planRef, now);
  const { plan, choice, offered, lines, shown, locks } = usual;
  const answers = {
    from: ukDate(choice.from),
    until: ukDate(choice.until),
    skip_bank_holidays: choice.skip_bank_holidays ? "yes" : "",
    skip_leave: choice.skip_leave ? "yes" : "",
    element_refs: [...choice.element_refs],
  };
  const page = { title: plan.title, dates: dateRange(plan), answers, offered, idempotency_key: newRef() };
  return { ...page, lines, shown, locks: lockedDays(locks) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { db, userId, now } = context;
  const { planRef } = args.params;
  const form = await readForm(args.request, diaryForm);
  if (!form.ok) {
    requireRow(await planOf(db, userId, planRef));
    return refuse(form.state);
  }
  const { idempotency_key: key, shown, intent, ...choice } = form.value;
  if (intent !== "make") {
    const chosen = await chosenPlanSessions(db, userId, planRef, choice);
    return withLines(refuse(form.state, chosen.errors), chosen);
  }
  const formKey = { key, fingerprint: form.fingerprint };
  const made = await createPlanSessions(context, planRef, formKey, choice, shown);
  if (!made.ok) return withLines(refuse(form.state, made.errors, made.status), made);
  return redirectWithMessage(args.request, diaryPath(choice.from, now), filledMessage(made), { undo: made.undo });
}

/** Answers with the page again, with the sessions that the answers would make. */
function withLines(refused: ReturnType<typeof refuse>, { lines, shown }: ShownDiary) {
  return withPageData(refused, { lines, shown });
}

export default function PlanDiary({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, dates, answers, offered, locks, idempotency_key } = loaderData;
  const answer: ActionResult<ShownDiary> | undefined = actionData;
  const form = useFormView(answers, answer?.form);
  const { lines = [], shown = "" } = answer ?? (form.kept ? {} : loaderData);
  const acts = formatActs(lines);
  const back = pathTo("/job_plans/:planRef/", params);
  return (
    <DialogPage
      title={`Fill your logbook from ${title}`}
      form={form}
      back={back}
      footer={
        acts !== null && (
          <SubmitButton form="diary" name="intent" value="make">
            {acts}
          </SubmitButton>
        )
      }
    >
      {offered.length === 0 ? (
        <p className={text({ kind: "read" })}>
          No element of this plan has fixed times. Add days and times to its elements first.
        </p>
      ) : (
        <PostForm
          id="diary"
          className={column({ gap: "5" })}
          hidden={{ idempotency_key: keyOf(form, idempotency_key), shown }}
        >
          {/* Enter shows the dates: making the sessions needs a press of its button. */}
          <EnterSaves />
          <p className={text({ kind: "quiet" })}>
            The plan runs {dates}. Each of its times becomes a series of sessions in your logbook. A session that is
            there already at the same time for the same kind of work is not made again.
          </p>
          <FieldPair>
            <DateField form={form} name="from" label="First date" />
            <DateField form={form} name="until" label="Last date" />
          </FieldPair>
          <LockedAsTyped form={form} locks={locks} read={lockedBetween}>
            You cannot add sessions on these days. Choose other dates, or unlock these days first.
          </LockedAsTyped>
          <div className={column({ gap: "1" })}>
            <TickField form={form} name="skip_bank_holidays" label="Leave out bank holidays" />
            <TickField form={form} name="skip_leave" label="Leave out your leave" />
          </div>
          <ElementTicks form={form} offered={offered} />
          <div>
            <SubmitButton visual="normal" name="intent" value="dates">
              Show the dates
            </SubmitButton>
          </div>
        </PostForm>
      )}
      {lines.length > 0 && <DiaryPreview lines={lines} />}
    </DialogPage>
  );
}

function lockedBetween(typed: FormView["value"], locks: readonly LockedDays[]): string | null {
  const [from, until] = [readDate(typed("from")), readDate(typed("until"))];
  return (from && until && lockOf(locks, from, until)?.words) || null;
}
