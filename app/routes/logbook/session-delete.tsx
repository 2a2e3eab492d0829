import { data, redirect } from "react-router";
import { text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { withFees } from "~/diary/fees/rules";
import { isForReading } from "~/diary/locks/rules";
import { CloseLink, LockedNotice } from "~/diary/locks/views/locked-notice";
import {
  CODE_EXPIRED,
  type Deleted,
  deleteCodeError,
  deleteSessions,
  findEarlierDeletion,
  locksOfDeletion,
  newDeleteCode,
  previewDeletion,
} from "~/diary/sessions/delete-sessions.server";
import {
  CHOOSE_MESSAGE,
  countsText,
  formatDeleted,
  NOT_AS_SHOWN,
  SERIES_CHOICES,
  withCases,
} from "~/diary/sessions/deletion";
import { returnToDiary, withView } from "~/diary/sessions/diary-pages";
import { type DeleteAnswers, deleteSessionForm } from "~/diary/sessions/form";
import { sessionSentence } from "~/diary/sessions/sentences";
import { DeleteAllWarning, DeleteSession } from "~/diary/sessions/views/delete-session";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { closingAfter, DELETE_DIALOG_CLOSES_MS } from "~/ui/connection/client-action";
import { formView } from "~/ui/forms/form-state";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/session-delete";

// With script a code stays shown, with what was typed, until it has expired or something changed.
export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher, now } = requireLevel("diary", args);
  const asked = { cipher, userId: user.id, sessionRef: args.params.sessionRef, now };
  const preview = await previewDeletion(db, asked.userId, asked.sessionRef);
  if (!preview) throw data(null, { status: 404 });
  const { session, series, counts } = preview;
  return {
    session: sessionSentence(session),
    version: session.version,
    dates: series && [series.firstAt, series.lastAt].map((at) => shortDate(londonMoment(at).date)).join(" to "),
    counts,
    code: await newDeleteCode(asked),
    all: series && args.url.searchParams.get("all"),
    ...locksOfDeletion(preview),
    links: deletionLinks(asked.sessionRef, args.url.searchParams),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { db, userId, cipher, now } = context;
  const { sessionRef } = args.params;
  const form = await readForm(args.request, deleteSessionForm);
  const search = args.url.searchParams;
  const preview = await previewDeletion(db, userId, sessionRef);
  if (!preview) return answer(form.ok ? await findEarlierDeletion(context, sessionRef, requestOf(form.value)) : null);
  if (!form.ok) return refuse(form.state);
  const { recurring, warned, ...typed } = form.value;
  const choice = preview.series ? recurring : "1";
  if (choice === "3" && !warned) return redirect(deletionLinks(sessionRef, search).warning);
  const wrongCode = await deleteCodeError({ cipher, sessionRef, now }, typed);
  if (choice === null || wrongCode) {
    const errors = {
      ...(choice ? {} : { recurring: CHOOSE_MESSAGE }),
      ...(wrongCode ? { delete_code: wrongCode } : {}),
    };
    return refuse(form.state, errors, wrongCode === CODE_EXPIRED ? 409 : 422);
  }
  const deleted = await deleteSessions(context, preview, requestOf({ ...form.value, recurring: choice }));
  return deleted === "changed" ? refuse(form.state, { "": NOT_AS_SHOWN }, 409) : answer(deleted);

  /**
   * Answers a deletion, or a repeat of this same form, whose answer was lost.
   * @throws 404 if there is neither such a session nor such an earlier deletion
   */
  function answer(gone: Deleted | null) {
    if (!gone) throw data(null, { status: 404 });
    const path = returnToDiary(search, londonMoment(gone.startAt).date, now);
    return redirectWithMessage(args.request, path, formatDeleted(gone.counts), gone);
  }
}

/** The choice of the form, with the version and the counts that it showed. */
function requestOf({ recurring, shown, version }: Pick<DeleteAnswers, "recurring" | "shown" | "version">) {
  const choice = recurring ?? "1";
  return { choice, version, counts: shown[SERIES_CHOICES.indexOf(choice)] ?? { sessions: 0, cases: 0, fees: 0 } };
}

/** Links of the page; they lead back to the view that its session was opened from. */
function deletionLinks(sessionRef: string, search: URLSearchParams) {
  const here = pathTo("/logbook/session/:sessionRef/delete/", { sessionRef });
  return {
    session: withView(pathTo("/logbook/session/:sessionRef/", { sessionRef }), search),
    choices: withView(here, search),
    warning: withView(`${here}?all=warning`, search),
    all: withView(`${here}?all=yes`, search),
  };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return closingAfter(DELETE_DIALOG_CLOSES_MS, serverAction);
}

/** Said of a choice that would be refused. */
function lockedHint(words: string | null | undefined): string {
  return words ? `. Some are locked, ${words}: unlock these days first` : "";
}

export default function SessionDelete({ loaderData, actionData }: Route.ComponentProps) {
  const { session, version, dates, counts, code, all, locked, lockedChoices, links } = loaderData;
  const form = formView(all === "yes" ? { recurring: "3" } : {}, actionData?.form);
  if (isForReading(locked, form, actionData)) {
    return (
      <DialogPage title="Delete session" cancel={<CloseLink to={links.session} />}>
        <LockedNotice words={locked}>You can delete this session once you have unlocked these days.</LockedNotice>
        <p>
          <strong>{session}</strong>
        </p>
      </DialogPage>
    );
  }
  const hints = counts.map((each) => withCases(each.cases) + withFees(each));
  const [one, future, whole] = counts;
  const [, , lockedInAll = null] = lockedChoices;
  if (all === "warning" && isForReading(lockedInAll, form, actionData)) {
    return (
      <DialogPage title="Delete all sessions" cancel={<CloseLink to={links.choices} />}>
        <LockedNotice words={lockedInAll}>
          Some sessions of this series are on these days. You can delete all of them once you have unlocked these days.
        </LockedNotice>
      </DialogPage>
    );
  }
  if (all === "warning" && dates && whole) {
    const lead = { back: links.choices, proceed: links.all };
    return <DeleteAllWarning {...lead} sessions={whole.sessions} dates={dates} hint={hints[2] ?? ""} />;
  }
  const labels = [
    "This session only",
    `This and all future sessions (${future?.sessions})`,
    `This and all past and future sessions (${whole?.sessions})`,
  ];
  const choices = SERIES_CHOICES.map((value, at) => ({
    value,
    label: labels[at] ?? "",
    goes: (hints[at] ?? "") + lockedHint(lockedChoices[at]),
  }));
  return (
    <DeleteSession
      // A new code empties the field.
      key={code.code}
      form={form}
      choices={dates ? choices : []}
      code={code.code}
      hidden={{ version, shown: countsText(counts), signed_code: code.signed, warned: all === "yes" ? "yes" : "" }}
      back={links.session}
    >
      <p>
        {dates ? "You are about to delete " : "This deletes the session "}
        <strong>{session}</strong>
        {dates ? `, one of ${whole?.sessions} repeating sessions, from ${dates}.` : `${hints[0]}.`}
      </p>
      <p className={text({ kind: "quiet" })}>
        {!dates && one?.cases === 0 && "No cases are logged for it. "}
        You can undo it for an hour.
      </p>
    </DeleteSession>
  );
}
