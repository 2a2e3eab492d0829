import { useEffect, useRef, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { note } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { caseSavedMessage } from "~/diary/cases/checks.server";
import { newCaseForm } from "~/diary/cases/form";
import { answersFromModel, caseFormData, sessionWithModel } from "~/diary/cases/page.server";
import { sessionWithCases } from "~/diary/cases/queries.server";
import { CASE_SAVED } from "~/diary/cases/rules";
import { CaseFields, CaseHeading } from "~/diary/cases/views/case-form";
import { addCase } from "~/diary/cases/write.server";
import { isForReading } from "~/diary/locks/rules";
import { CloseLink } from "~/diary/locks/views/locked-notice";
import { withView } from "~/diary/sessions/diary-pages";
import { newRef } from "~/platform/db/columns.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import { useFormKey } from "~/ui/layout/page-script";
import type { Route } from "./+types/case-new";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher, now } = requireLevel("diary", args);
  // The case whose answers are taken over: `last`, or a reference.
  const like = args.url.searchParams.get("like") ?? "";
  const found = await sessionWithModel(db, user.id, args.params.sessionRef, like, now);
  const chosen = found.model?.chosen.map((each) => each.id);
  return {
    around: await caseFormData(found, cipher, chosen),
    like: like === "" ? null : { answers: found.model && answersFromModel(found.model) },
    session: withView(pathTo("/logbook/session/:sessionRef/", args.params), args.url.searchParams),
    idempotency_key: newRef(),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { sessionRef } = args.params;
  const form = await readForm(args.request, newCaseForm);
  const place = await sessionWithCases(context.db, context.user.id, sessionRef);
  if (!form.ok) return refuse(form.state);
  const refusal = await addCase(context, place, form.value, form.fingerprint);
  if (refusal) return answerRefusal(form.state, refusal);
  const like = args.url.searchParams.has("like") ? "?like=last" : "";
  const next = form.value.next
    ? `${pathTo("/logbook/session/:sessionRef/case/new/", { sessionRef })}${like}`
    : pathTo("/logbook/session/:sessionRef/", { sessionRef });
  const message = caseSavedMessage(place.session, form.value, null, context.now);
  return redirectWithMessage(args.request, withView(next, args.url.searchParams), message);
}

export default function CaseNew({ loaderData, actionData }: Route.ComponentProps) {
  const { around, like, session, idempotency_key } = loaderData;
  const blank = { age_unit: "years", case_day: around.days[0]?.value };
  const form = useFormView({ ...blank, ...like?.answers }, actionData?.form);
  const fresh = useFormKey(idempotency_key, actionData !== undefined);
  const isDone = useCasesSaved(fresh);
  const heading = <CaseHeading around={around} sessionPath={session} />;
  if (isForReading(around.locked, form, actionData)) {
    return (
      <DialogPage title="Add case" cancel={<CloseLink to={session} />}>
        {heading}
      </DialogPage>
    );
  }
  return (
    <DialogPage
      title="Add case"
      form={form}
      cancel={
        <LinkButton to={session} visual="plain">
          {isDone ? "Done" : "Cancel"}
        </LinkButton>
      }
      footer={
        <>
          <SubmitButton form="case">Save</SubmitButton>
          <SubmitButton form="case" visual="normal" name="next" value="another">
            {like ? "Save and add another like it" : "Save and add another"}
          </SubmitButton>
        </>
      }
    >
      {heading}
      {like && <LikeNote filled={like.answers !== null} />}
      <StartAt field="case_description" when={fresh} />
      <PostForm key={fresh} id="case" hidden={{ idempotency_key: keyOf(form, idempotency_key) }}>
        <CaseFields form={form} around={around} />
      </PostForm>
    </DialogPage>
  );
}

/** Whether cases were saved on this page, which leaves nothing to cancel; without script, as the page after a save knows. */
function useCasesSaved(fresh: string): boolean {
  const [first] = useState(fresh);
  const root = useRouteLoaderData("root") as { flash: { text: string } | null } | undefined;
  return fresh !== first || root?.flash?.text.startsWith(CASE_SAVED) === true;
}

/** Notice above a form that was filled in from another case. */
function LikeNote({ filled }: { filled: boolean }) {
  return (
    <p className={note()}>
      {filled
        ? "Airway, procedures, urgency and supervision are filled in. Age, gender, ASA, times and texts are this patient’s own."
        : "There is no earlier case to take anything over from."}
    </p>
  );
}

interface StartAtProps {
  /** The id of the field. */
  field: string;
  /** Changes when the form is reset in the same page. */
  when: string;
}

/** With script: after a reset the form has the focus in its first field, and is scrolled to its top. */
function StartAt({ field, when }: StartAtProps) {
  const last = useRef(when);
  useEffect(() => {
    const isFresh = when !== last.current;
    last.current = when;
    const first = document.getElementById(field);
    if (!isFresh || !first) return;
    first.focus({ preventScroll: true });
    first.closest("dialog")?.scrollTo(0, 0);
  }, [field, when]);
  return null;
}
