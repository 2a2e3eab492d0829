import { data } from "react-router";
import { text } from "styled-system/recipes";
import { requireLevel } from "~/accounts/guard.server";
import { casesOfSession, deleteCasesOfSession } from "~/cases/of-session.server";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import { diaryPath } from "~/sessions/diary";
import { deleteSessionForm } from "~/sessions/form";
import { sessionHeading } from "~/sessions/heading.server";
import { deleteSession } from "~/sessions/remove.server";
import { sessionSentence, withCases } from "~/sessions/sentences";
import { londonMoment } from "~/time/london";
import { LinkButton, SubmitButton } from "~/ui/button";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/session-delete";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { sessionRef } = args.params;
  const [[session], cases] = await db.batch([
    sessionHeading(db, user.unique_ref, sessionRef),
    casesOfSession(db, user.unique_ref, sessionRef),
  ]);
  if (!session) throw data(null, { status: 404 });
  return { session: sessionSentence(session), cases: cases.length };
}

export async function action(args: Route.ActionArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const { sessionRef } = args.params;
  const form = await readForm(args.request, deleteSessionForm);
  if (!form.ok) return refuse(form.state);
  const [[session], , cases, gone] = await db.batch([
    sessionHeading(db, user.unique_ref, sessionRef),
    ...deleteCasesOfSession(db, user.unique_ref, sessionRef),
    deleteSession(db, user.unique_ref, sessionRef),
  ]);
  if (!session || gone.meta.changes === 0) throw data(null, { status: 404 });
  const path = diaryPath(londonMoment(session.start_at).date, now);
  return redirectSaying(args.request, path, `Session deleted${withCases(cases.meta.changes)}`);
}

export default function DeleteSession({ loaderData, params }: Route.ComponentProps) {
  const back = `/logbook/session/${params.sessionRef}/`;
  const { session, cases } = loaderData;
  return (
    <DialogPage
      title="Delete session"
      cancel={
        <LinkButton to={back} visual="plain">
          Cancel
        </LinkButton>
      }
      footer={
        <PostForm>
          <SubmitButton visual="danger">Delete session</SubmitButton>
        </PostForm>
      }
    >
      <p>
        This deletes the session <strong>{session}</strong>
        {withCases(cases)}.
      </p>
      <p className={text({ kind: "quiet" })}>{cases === 0 && "No cases are logged for it. "}This cannot be undone.</p>
    </DialogPage>
  );
}
