import { requireLevel } from "~/accounts/guard.server";
import { claimAnswersOf } from "~/claims/claim-facts";
import { editClaimForm } from "~/claims/claim-form";
import { saveClaim } from "~/claims/claim-writes.server";
import { decideClaim } from "~/claims/decide-claim";
import { feeFigures, payersOf } from "~/claims/queries.server";
import { rateChoices } from "~/claims/rate-words";
import { ClaimFields, type Worked } from "~/claims/views/claim-fields";
import { ClaimWork } from "~/claims/views/claim-work";
import { answerWorkedOut, savedWords } from "~/claims/worked-out.server";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import { answerRefusal, type Newer } from "~/http/refusal.server";
import { claimPage } from "~/reports/fees/page.server";
import { claimReturn } from "~/reports/fees/ways";
import { shownWork } from "~/reports/fees/work.server";
import { inOneLine } from "~/sessions/sentences";
import { LinkButton, SubmitButton } from "~/ui/button";
import type { FormState } from "~/ui/form-state";
import { useFormView } from "~/ui/kept-form";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import { NewerFacts } from "~/ui/saved-elsewhere";
import type { Route } from "./+types/claim";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const asked = requireLevel("diary", args);
  const { claim, notes, row, rates: own, payers, around } = await claimPage(asked, args.params.claimRef);
  const work = row ? await shownWork(row, asked.vault, asked.user.unique_ref) : null;
  return {
    work,
    claim: feeFigures(claim),
    what: around.work?.what ?? null,
    workDate: around.work?.date ?? null,
    answers: claimAnswersOf(claim, notes),
    rates: rateChoices(own),
    payers: payersOf(payers),
    back: claimReturn(args.url.searchParams, work),
    ways: { here: args.url.pathname + args.url.search, remove: `delete/${args.url.search}` },
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("diary", args);
  const { db, user, vault, now } = asked;
  const { claimRef } = args.params;
  const { row, around, owners } = await claimPage(asked, claimRef);
  const form = await readForm(args.request, editClaimForm);
  if (!form.ok) return refuse(form.state);
  const decided = decideClaim(form.value, around);
  if (!decided.ok) return refuse(form.state, decided.errors);
  if (form.value.act === "work_out") return answerWorkedOut(form.state, decided);
  const by = { db, vault, userRef: user.unique_ref, now };
  const edit = { claimRef, version: form.value.version, fingerprint: form.fingerprint };
  const refusal = await saveClaim(by, edit, decided.columns, form.value.notes, owners);
  if (refusal) return answerRefusal(form.state, refusal);
  const work = row ? await shownWork(row, vault, user.unique_ref) : null;
  const says = inOneLine(savedWords("Fee saved", decided));
  return redirectSaying(args.request, claimReturn(args.url.searchParams, work), says);
}

export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const { work, claim, what, workDate, answers, rates, payers, back, ways } = loaderData;
  const answer: { form: FormState; newer?: Newer | undefined; worked?: Worked } | undefined = actionData;
  const form = useFormView(answers, answer?.form);
  return (
    <DialogPage
      title="Edit fee"
      form={form}
      back={back}
      footer={
        <>
          <SubmitButton form="claim">Save fee</SubmitButton>
          <LinkButton to={ways.remove} visual="danger">
            Delete
          </LinkButton>
        </>
      }
    >
      {answer?.newer && <NewerFacts facts={answer.newer.facts} path={ways.here} />}
      <ClaimWork work={work} claim={claim} />
      <PostForm id="claim" hidden={{ version: form.value("version") }}>
        <ClaimFields
          form={form}
          what={what}
          workDate={workDate}
          rates={rates}
          payers={payers}
          worked={answer?.worked ?? null}
        />
      </PostForm>
    </DialogPage>
  );
}
