import { requireLevel } from "~/account/guard.server";
import { caseSavedMessage } from "~/diary/cases/checks.server";
import { editCaseForm } from "~/diary/cases/form";
import { answersOf, caseFormData } from "~/diary/cases/page.server";
import { caseInSession } from "~/diary/cases/queries.server";
import { CaseFields, CaseHeading } from "~/diary/cases/views/case-form";
import { saveCase } from "~/diary/cases/write.server";
import { FeeLink } from "~/diary/fees/views/fee-details";
import { isForReading } from "~/diary/locks/rules";
import { LockedFields } from "~/diary/locks/views/locked-fields";
import { CloseLink } from "~/diary/locks/views/locked-notice";
import { returnFromCase, withCaseReturn, withView } from "~/diary/sessions/diary-pages";
import { newRef } from "~/platform/db/columns.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/case";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher, now } = requireLevel("diary", args);
  const { sessionRef, caseRef } = args.params;
  const shown = await caseInSession(db, user.id, sessionRef, caseRef, now);
  const search = args.url.searchParams;
  const chosen = shown.chosen.map((each) => each.id);
  return {
    around: await caseFormData(shown, cipher, chosen, shown.found.start_at),
    answers: { ...(await answersOf(shown, cipher)), idempotency_key: newRef() },
    back: returnFromCase(search, sessionRef),
    links: {
      session: withView(pathTo("/logbook/session/:sessionRef/", { sessionRef }), search),
      duplicate: withView(
        `${pathTo("/logbook/session/:sessionRef/case/new/", { sessionRef })}?like=${caseRef}`,
        search,
      ),
      remove: withCaseReturn("delete/", search),
      again: withCaseReturn(pathTo("/logbook/session/:sessionRef/case/:caseRef/", { sessionRef, caseRef }), search),
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { db, user, now } = context;
  const { sessionRef, caseRef } = args.params;
  const form = await readForm(args.request, editCaseForm);
  const place = await caseInSession(db, user.id, sessionRef, caseRef);
  if (!form.ok) return refuse(form.state);
  const refusal = await saveCase(context, place, form.value, form.fingerprint);
  if (refusal) return answerRefusal(form.state, refusal);
  const back = returnFromCase(args.url.searchParams, sessionRef);
  return redirectWithMessage(
    args.request,
    back,
    caseSavedMessage(place.session, form.value, place.found.start_at, now),
  );
}

export default function Case({ loaderData, actionData, params }: Route.ComponentProps) {
  const { around, answers, back, links } = loaderData;
  const form = useFormView(answers, actionData?.form);
  const isRead = isForReading(around.locked, form, actionData);
  const isWhole = around.locked === null;
  return (
    <DialogPage
      title={isRead ? "Case" : "Edit case"}
      form={form}
      back={back}
      cancel={isRead && <CloseLink to={back} />}
      footer={
        isRead ? (
          <FeeLink saved={around.fee} path={around.feePath} />
        ) : (
          <>
            <SubmitButton form="case">Save</SubmitButton>
            {isWhole && <LinkButton to={links.duplicate}>Duplicate</LinkButton>}
            {isWhole && (
              <LinkButton to={links.remove} visual="danger">
                Delete
              </LinkButton>
            )}
          </>
        )
      }
    >
      <CaseHeading around={around} except={params.caseRef} sessionPath={links.session} />
      <PostForm
        key={params.caseRef}
        id="case"
        hidden={{ version: form.value("version"), idempotency_key: form.value("idempotency_key") }}
      >
        <LockedFields when={isRead}>
          <CaseFields form={form} around={around} />
        </LockedFields>
      </PostForm>
    </DialogPage>
  );
}
