import { data } from "react-router";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { LockedNotice } from "~/diary/locks/views/locked-notice";
import { copyWeek, weekToCopy } from "~/diary/sessions/copy.server";
import { returnToDiary } from "~/diary/sessions/diary-pages";
import { sessionSentence } from "~/diary/sessions/sentences";
import { emptyForm } from "~/platform/http/fields";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formatList } from "~/platform/time/counted";
import { readDate, weekHeading } from "~/platform/time/dates";
import { type LondonDate, mondayOf } from "~/platform/time/london";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/week-copy";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const { now } = context;
  const monday = mondayIn(args.params.monday);
  const { lastWeek, missing, cancelled, locked, notes } = await weekToCopy(context, monday);
  return {
    heading: weekHeading(monday),
    back: returnToDiary(args.url.searchParams, monday, now),
    lastWeek,
    sessions: missing.map(({ columns, element }) => sessionSentence({ ...columns, element })),
    cancelled: cancelled.map(({ columns, element }) => sessionSentence({ ...columns, element })),
    locked,
    notes,
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { now } = context;
  const form = await readForm(args.request, emptyForm);
  if (!form.ok) return refuse(form.state);
  const copied = await copyWeek(context, mondayIn(args.params.monday));
  return redirectWithMessage(
    args.request,
    returnToDiary(args.url.searchParams, copied.date, now),
    copied.message,
    copied,
  );
}

/** @throws 404 for an invalid date */
function mondayIn(text: string): LondonDate {
  const date = readDate(text);
  if (!date) throw data(null, { status: 404 });
  return mondayOf(date);
}

export default function WeekCopy({ loaderData, actionData }: Route.ComponentProps) {
  const { heading, back, lastWeek, sessions, cancelled, locked, notes } = loaderData;
  const none =
    lastWeek === 0
      ? `The week before ${heading} has no sessions.`
      : `The week of ${heading} has all ${cancelled.length > 0 ? "other " : ""}sessions of the week before.`;
  return (
    <DialogPage
      title="Copy last week"
      form={formView({}, actionData?.form)}
      back={back}
      footer={
        sessions.length > 0 &&
        locked.length === 0 && (
          <PostForm>
            <SubmitButton>Copy</SubmitButton>
          </PostForm>
        )
      }
    >
      <div className={column({ gap: "3" })}>
        {locked.length > 0 && (
          <LockedNotice words={formatList(locked)}>
            Nothing can be copied to {locked.length === 1 ? "this day" : "these days"}, so the week is not copied. You
            can add its other sessions one by one.
          </LockedNotice>
        )}
        <p>{sessions.length > 0 ? `These sessions from the week before will be added to ${heading}:` : none}</p>
        <ul className={column({ gap: "2" })}>
          {sessions.map((session) => (
            <li key={session}>{session}</li>
          ))}
        </ul>
        {cancelled.length > 0 && (
          <>
            <p>
              {cancelled.length === 1
                ? "This session did not happen, and is"
                : "These sessions did not happen, and are"}{" "}
              left out:
            </p>
            <ul className={column({ gap: "2" })}>
              {cancelled.map((session) => (
                <li key={session}>{session}</li>
              ))}
            </ul>
          </>
        )}
        {notes.map((note) => (
          <p key={note}>{note}.</p>
        ))}
      </div>
    </DialogPage>
  );
}
