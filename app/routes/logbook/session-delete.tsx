import { data, redirect } from "react-router";
import { text } from "styled-system/recipes";
import { requireLevel } from "~/accounts/guard.server";
import { deleteSessions, whatGoes } from "~/cases/delete-sessions.server";
import { deletedBefore } from "~/cases/deleted-sessions.server";
import { withFees } from "~/claims/rules";
import { redirectSaying } from "~/http/flash.server";
import { pathTo } from "~/http/path-to";
import { readForm, refuse } from "~/http/read-form.server";
import { CODE_RAN_OUT, deleteCodeError, newDeleteCode } from "~/sessions/delete-code.server";
import { diaryReturn, keepView } from "~/sessions/diary-pages";
import { deleteSessionForm } from "~/sessions/form";
import { CHOOSE_MESSAGE, countsText, type GoingCounts, SERIES_CHOICES } from "~/sessions/going";
import { deletedWords, NOT_AS_SHOWN, sessionSentence, undoWords, withCases } from "~/sessions/sentences";
import { DeleteAllWarning, DeleteSession } from "~/sessions/views/delete-session";
import { shortDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import { closingAfter, DELETE_DIALOG_CLOSES_MS } from "~/ui/closing";
import { formView } from "~/ui/form-state";
import type { Route } from "./+types/session-delete";

// With script a code stays in sight, and what was typed with it, until it has run out or something changed.
export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher, now } = requireLevel("diary", args);
  const asked = { cipher, userId: user.id, sessionRef: args.params.sessionRef, now };
  const going = await whatGoes(db, asked.userId, asked.sessionRef);
  if (!going) throw data(null, { status: 404 });
  const { session, series, counts } = going;
  return {
    session: sessionSentence(session),
    version: session.version,
    dates: series && [series.firstAt, series.lastAt].map((at) => shortDate(londonMoment(at).date)).join(" to "),
    counts,
    code: await newDeleteCode(asked),
    all: series && args.url.searchParams.get("all"),
    ways: waysFrom(asked.sessionRef, args.url.searchParams),
  };
}

export async function action(args: Route.ActionArgs) {
  const { db, user, cipher, now } = requireLevel("diary", args);
  const { sessionRef } = args.params;
  const userId = user.id;
  const form = await readForm(args.request, deleteSessionForm);
  const search = args.url.searchParams;
  const going = await whatGoes(db, userId, sessionRef);
  if (!going) return answerAgain();
  if (!form.ok) return refuse(form.state);
  const { recurring, warned, shown, version, ...typed } = form.value;
  const choice = going.series ? recurring : "1";
  if (choice === "3" && !warned) return redirect(waysFrom(sessionRef, search).warning);
  const wrongCode = await deleteCodeError({ cipher, sessionRef, now }, typed);
  if (choice === null || wrongCode) {
    const errors = {
      ...(choice ? {} : { recurring: CHOOSE_MESSAGE }),
      ...(wrongCode ? { delete_code: wrongCode } : {}),
    };
    return refuse(form.state, errors, wrongCode === CODE_RAN_OUT ? 409 : 422);
  }
  const counts = shown[SERIES_CHOICES.indexOf(choice)] ?? { sessions: 0, cases: 0, fees: 0 };
  const deleted = await deleteSessions(db, userId, sessionRef, choice, { ...counts, version }, now);
  if (deleted === "gone") return answerAgain();
  if (deleted === "changed") return refuse(form.state, { "": NOT_AS_SHOWN }, 409);
  return answer(counts, going.session.start_at, deleted);

  function answer(gone: GoingCounts, startAt: number, undo: { undo: string | null }) {
    const path = diaryReturn(search, londonMoment(startAt).date, now);
    return redirectSaying(args.request, path, deletedWords(gone, undo.undo !== null), undo);
  }

  /** The session is not there: because of this very form, whose answer was lost, or never for this user. */
  async function answerAgain() {
    const before = form.ok && (await deletedBefore(db, userId, sessionRef, form.value, now));
    if (!before) throw data(null, { status: 404 });
    return answer(before.counts, before.startAt, before);
  }
}

/** What leads on from the page leads back to the view that its session was opened from. */
function waysFrom(sessionRef: string, search: URLSearchParams) {
  const here = pathTo("/logbook/session/:sessionRef/delete/", { sessionRef });
  return {
    session: keepView(pathTo("/logbook/session/:sessionRef/", { sessionRef }), search),
    choices: keepView(here, search),
    warning: keepView(`${here}?all=warning`, search),
    all: keepView(`${here}?all=yes`, search),
  };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return closingAfter(DELETE_DIALOG_CLOSES_MS, serverAction);
}

export default function SessionDelete({ loaderData, actionData }: Route.ComponentProps) {
  const { session, version, dates, counts, code, all, ways } = loaderData;
  const form = formView(all === "yes" ? { recurring: "3" } : {}, actionData?.form);
  const hints = counts.map((each) => withCases(each.cases) + withFees(each));
  const [one, future, whole] = counts;
  if (all === "warning" && dates && whole) {
    const { sessions, undoable } = whole;
    const lead = { back: ways.choices, proceed: ways.all };
    return (
      <DeleteAllWarning {...lead} sessions={sessions} dates={dates} hint={hints[2] ?? ""} undo={undoWords(undoable)} />
    );
  }
  const labels = [
    "This session only",
    `This and all future sessions (${future?.sessions})`,
    `This and all past and future sessions (${whole?.sessions})`,
  ];
  const choices = SERIES_CHOICES.map((value, at) => ({ value, label: labels[at] ?? "", hint: hints[at] ?? "" }));
  return (
    <DeleteSession
      // A new code comes with an empty field.
      key={code.code}
      form={form}
      choices={dates ? choices : []}
      code={code.code}
      hidden={{ version, shown: countsText(counts), signed_code: code.signed, warned: all === "yes" ? "yes" : "" }}
      back={ways.session}
    >
      <p>
        {dates ? "You are about to delete " : "This deletes the session "}
        <strong>{session}</strong>
        {dates ? `, one of ${whole?.sessions} repeating sessions, from ${dates}.` : `${hints[0]}.`}
      </p>
      <p className={text({ kind: "quiet" })}>
        {!dates && one?.cases === 0 && "No cases are logged for it. "}
        {undoWords(counts.every(({ undoable }) => undoable))}
      </p>
    </DeleteSession>
  );
}
