import { requireLevel } from "~/account/guard.server";
import { LEAVE_STATUSES } from "~/diary/leave/kinds";
import { leaveOf } from "~/diary/leave/queries.server";
import { formatSpan, nameOfLeave, spendsLieu } from "~/diary/leave/rules";
import { deleteLeave } from "~/diary/leave/write.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod, isForReading } from "~/diary/locks/rules";
import { CloseLink, LockedNotice } from "~/diary/locks/views/locked-notice";
import { versionForm } from "~/planning/job-plans/plan-form";
import { requireRow } from "~/planning/job-plans/queries.server";
import { answerSave } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { DialogPage } from "~/ui/layout/page";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";
import type { Route } from "./+types/leave-delete";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const [rows, locks] = await db.batch([leaveOf(db, user.id, args.params.leaveRef), locksOf(db, user.id)]);
  const leave = requireRow(rows);
  const { version, status, type } = leave;
  const words = `${nameOfLeave(leave)}, ${formatSpan(leave)} (${LEAVE_STATUSES[status].toLowerCase()})`;
  const locked = formatLockedPeriod(locks, leave.date_start, leave.date_end);
  return { version, words, inLieu: spendsLieu(type), locked };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { leaveRef: ref } = args.params;
  const form = await readForm(args.request, versionForm);
  if (!form.ok) {
    requireRow(await leaveOf(context.db, context.userId, ref));
    return refuse(form.state);
  }
  const deleted = await deleteLeave(context, { ref, ...form.value, fingerprint: form.fingerprint });
  return answerSave(args.request, form.state, deleted, "/leave/", "Leave deleted");
}

export default function LeaveDeletePage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { words, version, inLieu, locked } = loaderData;
  const form = formView({}, actionData?.form);
  const back = pathTo("/leave/:leaveRef/", params);
  if (isForReading(locked, form, actionData)) {
    return (
      <DialogPage title="Delete leave" cancel={<CloseLink to={back} />}>
        <LockedNotice words={locked}>You can delete this leave once you have unlocked these days.</LockedNotice>
        <p>
          <strong>{words}</strong>
        </p>
      </DialogPage>
    );
  }
  return (
    <ConfirmDelete title="Delete leave" button="Delete this leave" form={form} back={back} hidden={{ version }}>
      <p>
        <strong>{words}</strong>
      </p>
      <p>
        Its days are added back to what you have left.{inLieu && " Time in lieu spent on it is added back too."}{" "}
        Sessions on these days stay as they are. You can undo this for an hour.
      </p>
    </ConfirmDelete>
  );
}
