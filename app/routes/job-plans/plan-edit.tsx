import { requireLevel } from "~/account/guard.server";
import { LAST_DAY } from "~/diary/leave/queries.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod } from "~/diary/locks/rules";
import { LockedNotice } from "~/diary/locks/views/locked-notice";
import { planAnswersOf } from "~/planning/job-plans/answers.server";
import { planEditForm } from "~/planning/job-plans/plan-form";
import { decryptNotes, planOf, requireRow } from "~/planning/job-plans/queries.server";
import { PlanFields } from "~/planning/job-plans/views/plan-fields";
import { savePlan } from "~/planning/job-plans/write-plan.server";
import { newRef } from "~/platform/db/columns.server";
import { answerSave } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/plan-edit";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher } = requireLevel("diary", args);
  const [plans, [profile], locks] = await db.batch([
    planOf(db, user.id, args.params.planRef),
    profileRow(db, user.id),
    locksOf(db, user.id),
  ]);
  const plan = requireRow(plans);
  const notes = await decryptNotes(cipher, plan);
  const answers = { ...planAnswersOf(plan, notes), idempotency_key: newRef() };
  return {
    answers,
    employers: (profile ?? DEFAULT_PROFILE).employers,
    /** The locked period whose report counts by its rules. */
    locked: formatLockedPeriod(locks, plan.date_start, plan.date_end ?? LAST_DAY),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { planRef } = args.params;
  const form = await readForm(args.request, planEditForm);
  requireRow(await planOf(context.db, context.userId, planRef));
  if (!form.ok) return refuse(form.state);
  const saved = await savePlan(context, planRef, { ...form.value, fingerprint: form.fingerprint });
  const said = "Job plan saved. Sessions you have recorded keep their PAs; recalculate them if its rules have changed";
  return answerSave(args.request, form.state, saved, pathTo("/job_plans/:planRef/", { planRef }), said);
}

export default function PlanEdit({ loaderData, actionData, params }: Route.ComponentProps) {
  const form = useFormView(loaderData.answers, actionData?.form);
  return (
    <DialogPage
      title="Edit job plan"
      form={form}
      back={pathTo("/job_plans/:planRef/", params)}
      footer={<SubmitButton form="plan">Save plan</SubmitButton>}
    >
      <LockedNotice words={loaderData.locked} besideAnswers>
        The report of these days counts by this plan’s PA rules and bank holidays, so you cannot change these.
      </LockedNotice>
      <PostForm id="plan" hidden={{ version: form.value("version"), idempotency_key: form.value("idempotency_key") }}>
        <PlanFields form={form} employers={loaderData.employers} />
      </PostForm>
    </DialogPage>
  );
}
