import { data, redirect } from "react-router";
import { text } from "styled-system/recipes";
import { requireLevel } from "~/accounts/guard.server";
import { deleteSessions, whatGoes } from "~/cases/delete-sessions.server";
import { withFees } from "~/claims/rules";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import { CODE_RAN_OUT, deleteCodeError, newDeleteCode } from "~/sessions/delete-code.server";
import { diaryPath } from "~/sessions/diary";
import { deleteSessionForm } from "~/sessions/form";
import { CHOOSE_MESSAGE, countsText, SERIES_CHOICES } from "~/sessions/going";
import { deletedWords, NOT_AS_SHOWN, sessionSentence, undoWords, withCases } from "~/sessions/sentences";
import { DeleteAllWarning, DeleteSession } from "~/sessions/views/delete-session";
import { shortDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import { formView } from "~/ui/form-state";
import type { Route } from "./+types/session-delete";

// With script a code stays in sight, and what was typed with it, until it has run out or something changed.
export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, vault, now } = requireLevel("diary", args);
  const asked = { vault, userRef: user.unique_ref, sessionRef: args.params.sessionRef, now };
  const { session, series, counts } = await whatGoes(db, asked.userRef, asked.sessionRef);
  return {
    session: sessionSentence(session),
    version: session.version,
    dates: series && [series.firstAt, series.lastAt].map((at) => shortDate(londonMoment(at).date)).join(" to "),
    counts,
    code: await newDeleteCode(asked),
    all: series && args.url.searchParams.get("all"),
  };
}

export async function action(args: Route.ActionArgs) {
  const { db, user, vault, now } = requireLevel("diary", args);
  const { sessionRef } = args.params;
  const userRef = user.unique_ref;
  const form = await readForm(args.request, deleteSessionForm);
  const { session, series } = await whatGoes(db, userRef, sessionRef);
  if (!form.ok) return refuse(form.state);
  const { recurring, warned, shown, version, ...typed } = form.value;
  const choice = series ? recurring : "1";
  if (choice === "3" && !warned) return redirect(`/logbook/session/${sessionRef}/delete/?all=warning`);
  const wrongCode = await deleteCodeError({ vault, userRef, sessionRef, now }, typed);
  if (choice === null || wrongCode) {
    const errors = {
      ...(choice ? {} : { recurring: CHOOSE_MESSAGE }),
      ...(wrongCode ? { delete_code: wrongCode } : {}),
    };
    return refuse(form.state, errors, wrongCode === CODE_RAN_OUT ? 409 : 422);
  }
  const counts = shown[SERIES_CHOICES.indexOf(choice)] ?? { sessions: 0, cases: 0, fees: 0 };
  const deleted = await deleteSessions(db, userRef, sessionRef, choice, { ...counts, version }, now);
  if (deleted === "gone") throw data(null, { status: 404 });
  if (deleted === "changed") return refuse(form.state, { "": NOT_AS_SHOWN }, 409);
  const path = diaryPath(londonMoment(session.start_at).date, now);
  return redirectSaying(args.request, path, deletedWords(counts, deleted.undo !== null), deleted);
}

export default function SessionDelete({ loaderData, actionData, params }: Route.ComponentProps) {
  const { session, version, dates, counts, code, all } = loaderData;
  const form = formView(all === "yes" ? { recurring: "3" } : {}, actionData?.form);
  const page = `/logbook/session/${params.sessionRef}/delete/`;
  const hints = counts.map((each) => withCases(each.cases) + withFees(each));
  const [one, future, whole] = counts;
  if (all === "warning" && dates && whole) {
    const { sessions, undoable } = whole;
    const ways = { back: page, proceed: `${page}?all=yes` };
    return (
      <DeleteAllWarning {...ways} sessions={sessions} dates={dates} hint={hints[2] ?? ""} undo={undoWords(undoable)} />
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
      back={`/logbook/session/${params.sessionRef}/`}
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
