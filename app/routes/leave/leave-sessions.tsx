import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { isGranted } from "~/diary/leave/kinds";
import { leaveOf } from "~/diary/leave/queries.server";
import { leaveSentence } from "~/diary/leave/rules";
import {
  formatReasonToStay,
  leaveSessionsForm,
  markOf,
  removeFromLeave,
  sessionsAroundLeave,
  sessionsInside,
} from "~/diary/leave/sessions-in-leave.server";
import { RemovableSessions, StayingSessions } from "~/diary/leave/views/sessions-in-leave";
import { sessionSentence } from "~/diary/sessions/sentences";
import { showPa } from "~/planning/job-plans/pa-rules";
import { requireRow } from "~/planning/job-plans/queries.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formatCounted } from "~/platform/time/counted";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/leave-sessions";

const NOT_AS_SHOWN =
  "Nothing was removed. The leave or a session in it has changed since you opened this page. Check the list below, then try again";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { leaveRef } = args.params;
  const [rows, around] = await db.batch([leaveOf(db, user.id, leaveRef), sessionsAroundLeave(db, user.id, leaveRef)]);
  const leave = requireRow(rows);
  const granted = isGranted(leave);
  const lines = (granted ? sessionsInside(leave, around) : []).map((session) => ({
    ref: session.unique_ref,
    mark: markOf(session),
    words: sessionSentence(session),
    pa: showPa(session.pa_units),
    stays: formatReasonToStay(session),
  }));
  return { leave: leaveSentence(leave), granted, lines };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { db, userId } = context;
  const { leaveRef } = args.params;
  const form = await readForm(args.request, leaveSessionsForm);
  const [rows, around] = await db.batch([leaveOf(db, userId, leaveRef), sessionsAroundLeave(db, userId, leaveRef)]);
  const leave = requireRow(rows);
  if (!form.ok) return refuse(form.state);
  const { sessions: marks } = form.value;
  if (marks.length === 0) {
    return refuse(form.state, { sessions: "Select the sessions to remove, or choose to keep them all" });
  }
  const { fingerprint } = form;
  const removed = await removeFromLeave(context, leave, isGranted(leave) ? around : [], { marks, fingerprint });
  if (removed === "changed") return refuse(form.state, { "": NOT_AS_SHOWN }, 409);
  const many = formatCounted(removed.removed, "session");
  return redirectWithMessage(args.request, "/leave/", `${many} removed from your leave`, removed);
}

export default function LeaveSessionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { leave, granted, lines } = loaderData;
  const going = lines.filter(({ stays }) => stays === null);
  const staying = lines.filter(({ stays }) => stays !== null);
  const form = formView({ sessions: going.map(({ mark }) => mark) }, actionData?.form);
  const one = lines.length === 1;
  return (
    <DialogPage
      title="Sessions in this leave"
      form={form}
      cancel={null}
      footer={
        <>
          {going.length > 0 && (
            <SubmitButton form="sessions-in-leave" visual="danger">
              Remove the selected sessions
            </SubmitButton>
          )}
          <LinkButton to="/leave/">{going.length > 0 ? "Keep them all" : "Back to leave"}</LinkButton>
        </>
      }
    >
      <p>
        <strong>{leave}.</strong>{" "}
        {granted
          ? lines.length === 0
            ? "No session falls in it."
            : `${one ? "1 session falls in it and is" : `${lines.length} sessions fall in it and are`} still in your logbook.`
          : "It is not approved or taken, so it does not change your logbook."}
      </p>
      {going.length > 0 && (
        <section className={column({ gap: "3" })}>
          <h2>{formatCounted(going.length, "session of a series", "sessions of series")}, without cases and fees</h2>
          <PostForm id="sessions-in-leave">
            <RemovableSessions form={form} lines={going} />
          </PostForm>
          <p className={text({ kind: "hint" })}>What you remove can be restored for an hour.</p>
        </section>
      )}
      {staying.length > 0 && (
        <section className={column({ gap: "3" })}>
          <h2>{formatCounted(staying.length, "session stays", "sessions stay")}</h2>
          <StayingSessions lines={staying} />
        </section>
      )}
    </DialogPage>
  );
}
