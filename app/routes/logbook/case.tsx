import { requireLevel } from "~/accounts/guard.server";
import { caseSaved } from "~/cases/fee.server";
import { editCaseForm } from "~/cases/form";
import { answersOf, aroundCase } from "~/cases/page-data.server";
import { caseInSession } from "~/cases/queries.server";
import { saveCase } from "~/cases/save.server";
import { CaseFields } from "~/cases/views/case-fields";
import { CaseHeading } from "~/cases/views/case-heading";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import { answerRefusal, type Newer } from "~/http/refusal.server";
import { caseReturn, keepCaseReturn, keepView } from "~/sessions/diary-pages";
import { LinkButton, SubmitButton } from "~/ui/button";
import type { FormState } from "~/ui/form-state";
import { useFormView } from "~/ui/kept-form";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import { NewerFacts } from "~/ui/saved-elsewhere";
import type { Route } from "./+types/case";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, vault, now } = requireLevel("diary", args);
  const { sessionRef, caseRef } = args.params;
  const shown = await caseInSession(db, user.unique_ref, sessionRef, caseRef, now);
  const search = args.url.searchParams;
  const chosen = shown.chosen.map((each) => each.option_id);
  return {
    around: await aroundCase(shown, vault, user.unique_ref, chosen, shown.found.start_at),
    answers: await answersOf(shown, vault, user.unique_ref),
    back: caseReturn(search, sessionRef),
    ways: {
      session: keepView(`/logbook/session/${sessionRef}/`, search),
      duplicate: keepView(`/logbook/session/${sessionRef}/case/new/?like=${caseRef}`, search),
      remove: keepCaseReturn("delete/", search),
      again: keepCaseReturn(`/logbook/session/${sessionRef}/case/${caseRef}/`, search),
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("diary", args);
  const { sessionRef, caseRef } = args.params;
  const form = await readForm(args.request, editCaseForm);
  const place = await caseInSession(asked.db, asked.user.unique_ref, sessionRef, caseRef);
  if (!form.ok) return refuse(form.state);
  const refusal = await saveCase(asked, place, form.value, form.fingerprint);
  if (refusal) return answerRefusal(form.state, refusal);
  const back = caseReturn(args.url.searchParams, sessionRef);
  return redirectSaying(args.request, back, caseSaved(place.session, form.value, place.found.start_at, asked.now));
}

export default function Case({ loaderData, actionData, params }: Route.ComponentProps) {
  const { around, answers, back, ways } = loaderData;
  const answer: { form: FormState; newer?: Newer | undefined } | undefined = actionData;
  const form = useFormView(answers, answer?.form);
  return (
    <DialogPage
      title="Edit case"
      form={form}
      back={back}
      footer={
        <>
          <SubmitButton form="case">Save</SubmitButton>
          <LinkButton to={ways.duplicate}>Duplicate</LinkButton>
          <LinkButton to={ways.remove} visual="danger">
            Delete
          </LinkButton>
        </>
      }
    >
      {answer?.newer && <NewerFacts facts={answer.newer.facts} path={ways.again} />}
      <CaseHeading around={around} except={params.caseRef} way={ways.session} />
      <PostForm key={params.caseRef} id="case" hidden={{ version: form.value("version") }}>
        <CaseFields form={form} around={around} />
      </PostForm>
    </DialogPage>
  );
}
