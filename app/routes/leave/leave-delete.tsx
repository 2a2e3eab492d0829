import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { deleteRow } from "~/changes/saved.server";
import { LEAVE_STATUSES } from "~/diary/leave/kinds";
import { leaveOf } from "~/diary/leave/queries.server";
import { formatSpan, nameOfLeave, spendsLieu } from "~/diary/leave/rules";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod, isForReading } from "~/diary/locks/rules";
import { CloseLink, LockedNotice } from "~/diary/locks/views/locked-notice";
import { versionForm } from "~/planning/job-plans/plan-form";
import { requireRow } from "~/planning/job-plans/queries.server";
import { pathTo } from "~/platform/http/path-to";
import { formView } from "~/ui/forms/form-state";
import { DialogPage } from "~/ui/layout/page";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";
import type { Route } from "./+types/leave-delete";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const [rows, locks] = await db.batch([leaveOf(db, user.id, args.params.leaveRef), locksOf(db, user.id)]);
  const leave = requireRow(rows);
  const { version, status, type } = leave;
  const words = `${nameOfLeave(leave)}, ${formatSpan(leave)} (${LEAVE_STATUSES[status].toLowerCase()})`;
  const locked = formatLockedPeriod(locks, leave.date_start, leave.date_end);
  return { version, words, inLieu: spendsLieu(type), locked };
}

export const action = saves(
  "diary",
  versionForm,
  (by, { value: { version }, fingerprint }, { params: { leaveRef: ref } }: Route.ActionArgs) =>
    deleteRow(by, "leave", { ref, version, fingerprint }, { what: "leave", message: "Leave deleted" }),
  {
    to: "/leave/",
    of: async ({ db, userId }, { params }) => requireRow(await leaveOf(db, userId, params.leaveRef)),
  },
);

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
