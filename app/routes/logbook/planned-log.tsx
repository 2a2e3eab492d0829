import { data } from "react-router";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { diaryReturn } from "~/diary/sessions/diary-pages";
import { logPlannedSession, type Planned, plannedToLog } from "~/diary/sessions/log-planned.server";
import { sessionSentence } from "~/diary/sessions/sentences";
import { showPa } from "~/planning/job-plans/pa-rules";
import { emptyForm } from "~/platform/http/fields";
import { redirectSaying } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { readClockTime } from "~/platform/time/clock-time";
import { readDate } from "~/platform/time/dates";
import { SubmitButton } from "~/ui/button";
import { formView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/planned-log";

export async function loader(args: Route.LoaderArgs) {
  const asked = requireLevel("diary", args);
  const planned = plannedIn(args);
  const found = await plannedToLog(asked, planned);
  if (!found) throw data(null, { status: 404 });
  const { copy, isOpen, notes } = found;
  return {
    session:
      copy && `${sessionSentence({ ...copy.columns, element: copy.element })}, ${showPa(copy.columns.pa_units)} PA`,
    isOpen,
    notes,
    back: diaryReturn(args.url.searchParams, planned.date, asked.now),
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("diary", args);
  const planned = plannedIn(args);
  const form = await readForm(args.request, emptyForm);
  if (!form.ok) return refuse(form.state);
  const logged = await logPlannedSession(asked, planned);
  if (!logged) throw data(null, { status: 404 });
  return redirectSaying(
    args.request,
    diaryReturn(args.url.searchParams, logged.date, asked.now),
    logged.message,
    logged,
  );
}

/** @throws 404 for what is no day. */
function plannedIn({ params, url }: Pick<Route.LoaderArgs, "params" | "url">): Planned {
  const date = readDate(params.date ?? "");
  if (!date) throw data(null, { status: 404 });
  const start = readClockTime(url.searchParams.get("start") ?? "");
  return { elementRef: params.elementRef, date, startMinute: start === false ? null : start };
}

export default function PlannedLog({ loaderData, actionData }: Route.ComponentProps) {
  const { session, isOpen, notes, back } = loaderData;
  const words =
    session === null ? "Your job plan has no such session on this day." : `This session is logged: ${session}.`;
  return (
    <DialogPage
      title="Log as planned"
      form={formView({}, actionData?.form)}
      back={back}
      footer={
        isOpen && (
          <PostForm>
            <SubmitButton>Log as planned</SubmitButton>
          </PostForm>
        )
      }
    >
      <div className={column({ gap: "3" })}>
        {isOpen ? (
          <p>
            This logs the session with the times, site and PAs of your job plan: <strong>{session}</strong>.
          </p>
        ) : (
          <p>{words}</p>
        )}
        {isOpen && notes.map((note) => <p key={note}>{note}.</p>)}
      </div>
    </DialogPage>
  );
}
