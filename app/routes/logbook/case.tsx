import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { caseSavedMessage } from "~/diary/cases/checks.server";
import { editCaseForm } from "~/diary/cases/form";
import { answersOf, caseFormData } from "~/diary/cases/page.server";
import { caseInSession, deletedSession, sessionWithCases } from "~/diary/cases/queries.server";
import { CaseFields, CaseHeading } from "~/diary/cases/views/case-form";
import { addCase, saveCase } from "~/diary/cases/write.server";
import { FeeLink } from "~/diary/fees/views/fee-details";
import { isForReading } from "~/diary/locks/rules";
import { LockedFields } from "~/diary/locks/views/locked-fields";
import { CloseLink } from "~/diary/locks/views/locked-notice";
import { returnFromCase, withCaseReturn, withView } from "~/diary/sessions/diary-pages";
import { recoverDeletedRow } from "~/diary/undo/undo.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm } from "~/platform/http/read-form.server";
import {
  answerDeletedRow,
  answerRefusal,
  deletedRowContext,
  nullIfNotFound,
  type Refusal,
} from "~/platform/http/refusal.server";
import { DeletedRowNotice } from "~/ui/forms/deleted-row-notice";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/case";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher, now } = requireLevel("diary", args);
  const { sessionRef, caseRef } = args.params;
  const shown = await nullIfNotFound(caseInSession(db, user.id, sessionRef, caseRef, now));
  if (!shown && !args.context.get(deletedRowContext)) throw data(null, { status: 404 });
  const search = args.url.searchParams;
  const chosen = shown?.chosen.map((each) => each.id);
  const place = shown ?? (await sessionOfDeletedCase(db, user.id, sessionRef, now));
  return {
    around: await caseFormData(place, cipher, chosen, shown?.found.start_at),
    answers: shown && { ...(await answersOf(shown, cipher)), idempotency_key: newRef() },
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

/** The session of a deleted case; the session may be deleted too. */
async function sessionOfDeletedCase(db: Database, userId: number, sessionRef: string, now: number) {
  const nowhere = { unique_ref: sessionRef, start_at: now, end_at: now, version: 1, element: null, category: null };
  return (await nullIfNotFound(sessionWithCases(db, userId, sessionRef))) ?? deletedSession(db, userId, nowhere);
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { db, user, now } = context;
  const { sessionRef, caseRef } = args.params;
  const form = await readForm(args.request, editCaseForm);
  const inPlace = async () => {
    const place = await caseInSession(db, user.id, sessionRef, caseRef);
    const refusal = form.ok ? await saveCase(context, place, form.value, form.fingerprint) : NO_FURTHER_ERRORS;
    return { session: place.session, was: place.found.start_at, refusal };
  };
  const asNew = async () => {
    const place = await sessionWithCases(db, user.id, sessionRef);
    if (!form.ok) return { session: place.session, was: null, refusal: NO_FURTHER_ERRORS };
    // An empty case is saved without a question: it was in the logbook before.
    const refusal = await addCase(context, place, { ...form.value, save_empty: true }, form.fingerprint);
    return { session: place.session, was: null, refusal };
  };
  const [save, saveNew] = [() => nullIfNotFound(inPlace()), () => nullIfNotFound(asNew())];
  let saved: Awaited<ReturnType<typeof save | typeof saveNew>> = await save();
  if (!saved) {
    const gone = { db, userId: user.id, what: "case" as const, ref: caseRef, now };
    const after = await recoverDeletedRow(gone, { asked: form.ok ? form.value.if_gone : null, save, saveNew });
    if (!after.saved) return answerDeletedRow(args.context, form.state, after.gone, after.error);
    saved = after.saved;
  }
  if (saved.refusal || !form.ok) return answerRefusal(form.state, saved.refusal ?? NO_FURTHER_ERRORS);
  const back = returnFromCase(args.url.searchParams, sessionRef);
  return redirectWithMessage(args.request, back, caseSavedMessage(saved.session, form.value, saved.was, now));
}

/** Adds no errors: the form has its own. */
const NO_FURTHER_ERRORS: Refusal = { errors: {}, status: 422 };

export default function Case({ loaderData, actionData, params }: Route.ComponentProps) {
  const { around, answers, back, links } = loaderData;
  const form = useFormView(answers ?? {}, actionData?.form);
  const { gone } = actionData ?? {};
  const isRead = isForReading(around.locked, form, actionData);
  const isWhole = !gone && around.locked === null;
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
      {gone && <DeletedRowNotice what="case" form="case" undoable={gone.undoable} />}
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
