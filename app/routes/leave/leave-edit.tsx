import { requireLevel } from "~/account/guard.server";
import { leaveAnswersOf, leaveEditForm } from "~/diary/leave/form";
import { decryptLeaveNotes, leaveOf } from "~/diary/leave/queries.server";
import { spendsLieu, statusFault } from "~/diary/leave/rules";
import { mayHaveMoreSessions, queriesAroundSave, redirectAfterLeave } from "~/diary/leave/sessions-in-leave.server";
import { isSavedButLieu, LeaveFields } from "~/diary/leave/views/leave-fields";
import { worthBasisOf, worthFormQueries } from "~/diary/leave/worth.server";
import { saveLeave, textFaults } from "~/diary/leave/write.server";
import { formatBalance } from "~/diary/lieu/format";
import { lieuAmountsOf, lieuSpentOn } from "~/diary/lieu/queries.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod, lockedDays } from "~/diary/locks/rules";
import { CloseLink, LockedNotice } from "~/diary/locks/views/locked-notice";
import { requireRow } from "~/planning/job-plans/queries.server";
import { newRef } from "~/platform/db/columns.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { londonToday } from "~/platform/time/london";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/leave-edit";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher } = requireLevel("diary", args);
  const { leaveRef } = args.params;
  const [rows, [spent], amounts, locks, ...days] = await db.batch([
    leaveOf(db, user.id, leaveRef),
    lieuSpentOn(db, user.id, leaveRef),
    lieuAmountsOf(db, user.id),
    locksOf(db, user.id),
    ...worthFormQueries(db, user.id),
  ]);
  const leave = requireRow(rows);
  const notes = await decryptLeaveNotes(cipher, leave);
  return {
    answers: { ...leaveAnswersOf(leave, notes, spent), idempotency_key: newRef() },
    lieu: formatBalance(amounts),
    worth: worthBasisOf(days),
    locks: lockedDays(locks),
    locked: formatLockedPeriod(locks, leave.date_start, leave.date_end),
    // In locked days too, the time in lieu that it takes can still be changed.
    inLieu: spendsLieu(leave.type) && leave.status !== "cancelled",
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { leaveRef } = args.params;
  const { db, userId } = context;
  const today = londonToday(context.now);
  const form = await readForm(args.request, leaveEditForm);
  const [rows, [spent], settings, years, around] = await db.batch([
    leaveOf(db, userId, leaveRef),
    lieuSpentOn(db, userId, leaveRef),
    ...queriesAroundSave(context, form.ok ? form.value.leave : { date_start: today, date_end: today }),
  ]);
  const saved = requireRow(rows);
  if (!form.ok || form.value.intent === "worth") return refuse(form.state);
  const notes = await decryptLeaveNotes(context.cipher, saved);
  const faults = {
    ...textFaults(form.value, { name: saved.name, notes }),
    ...statusFault(form.value.leave, today),
  };
  if (Object.keys(faults).length > 0) return refuse(form.state, faults);
  const edit = { ...form.value, fingerprint: form.fingerprint };
  const { refusal, isRepeated } = await saveLeave(context, saved, spent, edit);
  if (refusal) return answerRefusal(form.state, refusal);
  const { leave } = form.value;
  // Sent twice, the first has saved the new days already.
  const asks = isRepeated || mayHaveMoreSessions(saved, leave);
  const { path, message } = redirectAfterLeave(
    { ref: leaveRef, leave, settings, years, around, asks },
    "Leave saved",
    context.now,
  );
  return redirectWithMessage(args.request, path, message);
}

export default function LeaveEditPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { answers, lieu, worth, locks, locked, inLieu } = loaderData;
  const form = useFormView(answers, actionData?.form);
  const isRead = locked !== null && isSavedButLieu(form, answers);
  // Fields that are read are not sent.
  const saved = isRead ? { ...answers, lieu_amount: undefined, lieu_unit: undefined } : {};
  return (
    <DialogPage
      title={isRead ? "Leave" : "Edit leave"}
      form={form}
      back="/leave/"
      cancel={isRead && !inLieu && <CloseLink to="/leave/" />}
      footer={
        (inLieu || !isRead) && (
          <>
            <SubmitButton form="leave">{isRead ? "Save time in lieu" : "Save leave"}</SubmitButton>
            {locked === null && (
              <LinkButton to={pathTo("/leave/:leaveRef/delete/", params)} visual="danger">
                Delete leave
              </LinkButton>
            )}
          </>
        )
      }
    >
      <LockedNotice words={locked} besideAnswers={!isRead || inLieu}>
        {inLieu
          ? "You can change the time in lieu spent on it, but nothing else."
          : "You can read it, but not change it."}
      </LockedNotice>
      <PostForm
        id="leave"
        hidden={{ ...saved, version: form.value("version"), idempotency_key: form.value("idempotency_key") }}
      >
        <LeaveFields
          form={form}
          lieu={lieu}
          worth={worth}
          locks={locked === null ? locks : []}
          read={isRead && (inLieu ? "all but lieu" : "all")}
        />
      </PostForm>
    </DialogPage>
  );
}
