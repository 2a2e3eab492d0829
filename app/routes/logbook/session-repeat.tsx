import { data } from "react-router";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { repeatSession, sessionToRepeat } from "~/diary/sessions/copy.server";
import { returnToDiary, withView } from "~/diary/sessions/diary-pages";
import { sessionSentence } from "~/diary/sessions/sentences";
import { emptyForm } from "~/platform/http/fields";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/session-repeat";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const repeated = await sessionToRepeat(context, args.params.sessionRef);
  if (!repeated) throw data(null, { status: 404 });
  const { copy, notes } = repeated;
  const back = withView(pathTo("/logbook/session/:sessionRef/", args.params), args.url.searchParams);
  return { session: sessionSentence({ ...copy.columns, element: copy.element }), notes, back };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { now } = context;
  const form = await readForm(args.request, emptyForm);
  if (!form.ok) return refuse(form.state);
  const repeated = await repeatSession(context, args.params.sessionRef);
  if (!repeated) throw data(null, { status: 404 });
  return redirectWithMessage(
    args.request,
    returnToDiary(args.url.searchParams, repeated.date, now),
    repeated.message,
    repeated,
  );
}

export default function SessionRepeat({ loaderData, actionData }: Route.ComponentProps) {
  const { session, notes } = loaderData;
  return (
    <DialogPage
      title="Repeat session"
      form={formView({}, actionData?.form)}
      back={loaderData.back}
      footer={
        <PostForm>
          <SubmitButton>Repeat</SubmitButton>
        </PostForm>
      }
    >
      <div className={column({ gap: "3" })}>
        <p>
          This makes the same session again on its next usual day: <strong>{session}</strong>. Notes, cases and fee stay
          with the first.
        </p>
        {notes.map((note) => (
          <p key={note}>{note}.</p>
        ))}
      </div>
    </DialogPage>
  );
}
