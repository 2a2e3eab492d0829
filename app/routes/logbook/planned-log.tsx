import { data } from "react-router";
import { column, row } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { LockedNotice } from "~/diary/locks/views/locked-notice";
import { cancelPlanned, restorePlanned, sayPlannedOutcome } from "~/diary/planned/cancel-planned.server";
import { logPlannedSession, type Planned, type PlannedState, plannedToLog } from "~/diary/planned/log-planned.server";
import { returnToDiary } from "~/diary/sessions/diary-pages";
import { plannedForm } from "~/diary/sessions/form";
import { isReason } from "~/diary/sessions/outcome";
import { Reasons } from "~/diary/sessions/views/reasons";
import { showPa } from "~/planning/job-plans/pa-rules";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { readClockTime } from "~/platform/time/clock-time";
import { readDate } from "~/platform/time/dates";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/planned-log";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const planned = plannedIn(args);
  const found = await plannedToLog(context, planned);
  if (!found) throw data(null, { status: 404 });
  const { copy, state, notes, locked } = found;
  return {
    session: copy && `${copy.name}, ${showPa(copy.columns.pa_units)} PA`,
    isAsPlanned: copy?.isAsPlanned ?? false,
    pa: copy?.isPlanned ? showPa(copy.columns.pa_units) : null,
    state,
    notes,
    locked,
    back: returnToDiary(args.url.searchParams, planned.date, context.now),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const planned = plannedIn(args);
  const form = await readForm(args.request, plannedForm);
  if (!form.ok) return refuse(form.state);
  const { intent, ...swap } = form.value;
  const done = isReason(intent)
    ? await sayPlannedOutcome(context, planned, { intent, ...swap })
    : await ACTS[intent ?? "log"](context, planned);
  if (!done) throw data(null, { status: 404 });
  if ("refusal" in done) return answerRefusal(form.state, done.refusal);
  return redirectWithMessage(
    args.request,
    returnToDiary(args.url.searchParams, done.date, context.now),
    done.message,
    done,
  );
}

const ACTS = { log: logPlannedSession, cancel: cancelPlanned, restore: restorePlanned };

/** @throws 404 for an invalid date */
function plannedIn({ params, url }: Pick<Route.LoaderArgs, "params" | "url">): Planned {
  const date = readDate(params.date);
  if (!date) throw data(null, { status: 404 });
  const start = readClockTime(url.searchParams.get("start") ?? "");
  return { elementRef: params.elementRef, date, startMinute: start === false ? null : start };
}

export default function PlannedLog({ loaderData, actionData }: Route.ComponentProps) {
  const { session, isAsPlanned, pa, state, notes, locked, back } = loaderData;
  const form = formView({}, actionData?.form);
  const words = isAsPlanned && state === "open" ? "This counts as planned, without being logged:" : null;
  return (
    <DialogPage
      title="Planned session"
      form={form}
      back={back}
      footer={
        locked === null &&
        (state === "open" || state === "cancelled") && (
          <PostForm>
            <div className={row()}>
              {state === "open" && !isAsPlanned ? (
                <SubmitButton>Log as planned</SubmitButton>
              ) : (
                <SubmitButton visual="normal" name="intent" value={state === "open" ? "cancel" : "restore"}>
                  {state === "open" ? "Did not happen" : "Mark as planned"}
                </SubmitButton>
              )}
            </div>
          </PostForm>
        )
      }
    >
      <div className={column({ gap: "3" })}>
        <LockedNotice words={locked}>You cannot add a session on this day.</LockedNotice>
        <p>
          {words ?? (locked === null ? WORDS : LOCKED_WORDS)[state]} {session !== null && <strong>{session}</strong>}
        </p>
        {state === "open" && notes.map((note) => <p key={note}>{note}.</p>)}
        {state === "open" && !isAsPlanned && locked === null && (
          <section className={column({ gap: "3" })}>
            <h2>Did not happen</h2>
            <Reasons form={form} pa={pa} />
          </section>
        )}
      </div>
    </DialogPage>
  );
}

/** Without the buttons. */
const LOCKED_WORDS: Readonly<Record<PlannedState, string>> = {
  none: "Your job plan has no such session on this day.",
  open: "This planned session is not logged:",
  logged: "This session is logged:",
  cancelled: "This session did not happen:",
};

const WORDS: Readonly<Record<PlannedState, string>> = {
  none: "Your job plan has no such session on this day.",
  open: "“Log as planned” logs it with the times, site and PAs of your job plan:",
  logged: "This session is logged:",
  cancelled: "This session did not happen. “Mark as planned” makes it a planned session that you can log:",
};
