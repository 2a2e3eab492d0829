import { requireLevel } from "~/account/guard.server";
import { newLeaveAnswers, newLeaveForm } from "~/diary/leave/form";
import { isLeaveType } from "~/diary/leave/kinds";
import { statusFault } from "~/diary/leave/rules";
import { queriesAroundSave, redirectAfterLeave } from "~/diary/leave/sessions-in-leave.server";
import { LeaveFields } from "~/diary/leave/views/leave-fields";
import { worthBasisOf, worthFormQueries } from "~/diary/leave/worth.server";
import { addLeave, textFaults } from "~/diary/leave/write.server";
import { formatBalance } from "~/diary/lieu/format";
import { lieuAmountsOf } from "~/diary/lieu/queries.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { lockedDays } from "~/diary/locks/rules";
import { newRef } from "~/platform/db/columns.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { readDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/leave-new";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const given = (name: string) => args.url.searchParams.get(name) ?? "";
  const [date, until, type] = [readDate(given("date")), readDate(given("until")), given("type")];
  const [amounts, locks, ...days] = await db.batch([
    lieuAmountsOf(db, user.id),
    locksOf(db, user.id),
    ...worthFormQueries(db, user.id),
  ]);
  return {
    answers: newLeaveAnswers(date || null, until || null, isLeaveType(type) ? type : undefined),
    lieu: formatBalance(amounts),
    worth: worthBasisOf(days),
    locks: lockedDays(locks),
    idempotency_key: newRef(),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, newLeaveForm);
  if (!form.ok || form.value.intent === "worth") return refuse(form.state);
  const faults = {
    ...textFaults(form.value, {}),
    ...statusFault(form.value.leave, londonToday(context.now)),
  };
  if (Object.keys(faults).length > 0) return refuse(form.state, faults);
  const formKey = { key: form.value.idempotency_key, fingerprint: form.fingerprint };
  const { leave } = form.value;
  const [settings, years, around] = await context.db.batch(queriesAroundSave(context, leave));
  const { ref, refusal } = await addLeave(context, formKey, form.value);
  if (refusal) return answerRefusal(form.state, refusal);
  const saved = { ref, leave, settings, years, around, asks: true };
  const { path, message } = redirectAfterLeave(saved, "Leave added", context.now);
  return redirectWithMessage(args.request, path, message);
}

export default function LeaveNewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answers, lieu, worth, locks } = loaderData;
  const form = useFormView(answers, actionData?.form);
  return (
    <DialogPage
      title="Add leave"
      form={form}
      back="/leave/"
      footer={<SubmitButton form="leave">Save leave</SubmitButton>}
    >
      <PostForm id="leave" hidden={{ idempotency_key: keyOf(form, loaderData.idempotency_key) }}>
        <LeaveFields form={form} lieu={lieu} worth={worth} locks={locks} />
      </PostForm>
    </DialogPage>
  );
}
