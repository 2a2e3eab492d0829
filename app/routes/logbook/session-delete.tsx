import { data } from "react-router";
import { text } from "styled-system/recipes";
import { requireLevel } from "~/accounts/guard.server";
import { countCasesOfSession, deleteCasesOfSession, feesWithSession } from "~/cases/of-session.server";
import { deleteClaimOfSession } from "~/claims/queries.server";
import { withFees } from "~/claims/rules";
import { isStale } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import { diaryPath } from "~/sessions/diary";
import { deleteSessionForm } from "~/sessions/form";
import { sessionHeading } from "~/sessions/heading.server";
import { deleteSession, sessionAsShown } from "~/sessions/remove.server";
import { notDeleted, sessionSentence, withCases } from "~/sessions/sentences";
import { londonMoment } from "~/time/london";
import { LinkButton, SubmitButton } from "~/ui/button";
import { formView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/session-delete";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { session, cases, fees } = await whatGoes(db, user.unique_ref, args.params.sessionRef);
  return { session: sessionSentence(session), version: session.version, cases, fees };
}

export async function action(args: Route.ActionArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const { sessionRef } = args.params;
  const form = await readForm(args.request, deleteSessionForm);
  if (!form.ok) {
    await whatGoes(db, user.unique_ref, sessionRef);
    return refuse(form.state);
  }
  const caseCount = countCasesOfSession(db, user.unique_ref, sessionRef);
  try {
    const [[session], [fees], , , , , cases, gone] = await db.batch([
      sessionHeading(db, user.unique_ref, sessionRef),
      feesWithSession(db, user.unique_ref, sessionRef),
      sessionAsShown(db, user.unique_ref, sessionRef, form.value, caseCount),
      deleteClaimOfSession(db, user.unique_ref, sessionRef),
      ...deleteCasesOfSession(db, user.unique_ref, sessionRef),
      deleteSession(db, user.unique_ref, sessionRef),
    ]);
    if (!session || !fees || gone.meta.changes === 0) throw data(null, { status: 404 });
    const path = diaryPath(londonMoment(session.start_at).date, now);
    return redirectSaying(args.request, path, `Session deleted${withCases(cases.meta.changes)}${withFees(fees)}`);
  } catch (error) {
    if (!isStale(error)) throw error;
    const { session, cases } = await whatGoes(db, user.unique_ref, sessionRef);
    return refuse(form.state, { "": notDeleted(sessionSentence(session), cases) }, 409);
  }
}

/** @throws 404 */
async function whatGoes(db: Database, userRef: string, sessionRef: string) {
  const [[session], [counted], [fees]] = await db.batch([
    sessionHeading(db, userRef, sessionRef),
    countCasesOfSession(db, userRef, sessionRef),
    feesWithSession(db, userRef, sessionRef),
  ]);
  if (!session) throw data(null, { status: 404 });
  return { session, cases: counted?.cases ?? 0, fees: fees ?? { fees: 0, pence: 0 } };
}

export default function DeleteSession({ loaderData, actionData, params }: Route.ComponentProps) {
  const back = `/logbook/session/${params.sessionRef}/`;
  const { session, version, cases, fees } = loaderData;
  return (
    <DialogPage
      title="Delete session"
      form={formView({}, actionData?.form)}
      cancel={
        <LinkButton to={back} visual="plain">
          Cancel
        </LinkButton>
      }
      footer={
        <PostForm hidden={{ version, cases }}>
          <SubmitButton visual="danger">Delete session</SubmitButton>
        </PostForm>
      }
    >
      <p>
        This deletes the session <strong>{session}</strong>
        {withCases(cases)}
        {withFees(fees)}.
      </p>
      <p className={text({ kind: "quiet" })}>{cases === 0 && "No cases are logged for it. "}This cannot be undone.</p>
    </DialogPage>
  );
}
