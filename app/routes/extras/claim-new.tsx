import { redirect } from "react-router";
import { requireLevel } from "~/accounts/guard.server";
import { newClaimForm } from "~/claims/claim-form";
import { addClaim } from "~/claims/claim-writes.server";
import { decideClaim } from "~/claims/decide-claim";
import { payersOf } from "~/claims/queries.server";
import { rateChoices } from "~/claims/rate-words";
import { ClaimFields, type Worked } from "~/claims/views/claim-fields";
import { ClaimWork } from "~/claims/views/claim-work";
import { answerWorkedOut, savedWords } from "~/claims/worked-out.server";
import { newRef } from "~/db/columns.server";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import { answerRefusal } from "~/http/refusal.server";
import { ownersOf } from "~/reports/fees/owners.server";
import { newClaimPage } from "~/reports/fees/page.server";
import { claimOwner, claimReturn } from "~/reports/fees/ways";
import { shownWork } from "~/reports/fees/work.server";
import { inOneLine } from "~/sessions/sentences";
import { SubmitButton } from "~/ui/button";
import type { FormState } from "~/ui/form-state";
import { keyOf, useFormView } from "~/ui/kept-form";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/claim-new";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

/** A fee of work that stands alone; of a session or case where the address names one. */
export async function loader(args: Route.LoaderArgs) {
  const asked = requireLevel("diary", args);
  const { row, rates: own, payers, around, claim } = await newClaimPage(asked, claimOwner(args.url.searchParams));
  if (claim) throw redirect(`/extras/${claim.unique_ref}/?from=work`);
  const work = row ? await shownWork(row, asked.vault, asked.user.unique_ref) : null;
  return {
    work,
    what: around.work?.what ?? null,
    workDate: around.work?.date ?? null,
    rates: rateChoices(own),
    payers: payersOf(payers),
    back: claimReturn(args.url.searchParams, work),
    idempotency_key: newRef(),
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("diary", args);
  const { db, user, vault, now } = asked;
  const userRef = user.unique_ref;
  const owner = claimOwner(args.url.searchParams);
  const { row, around } = await newClaimPage(asked, owner);
  const form = await readForm(args.request, newClaimForm);
  if (!form.ok) return refuse(form.state);
  const decided = decideClaim(form.value, around);
  if (!decided.ok) return refuse(form.state, decided.errors);
  if (form.value.act === "work_out") return answerWorkedOut(form.state, decided);
  const formKey = { key: form.value.idempotency_key, fingerprint: form.fingerprint };
  const owners = owner ? ownersOf(db, userRef, owner, now) : [];
  const by = { db, vault, userRef, now };
  const refusal = await addClaim(by, formKey, decided.columns, form.value.notes, owner, owners);
  if (refusal) return answerRefusal(form.state, refusal);
  const work = row ? await shownWork(row, vault, userRef) : null;
  const says = inOneLine(savedWords("Fee added", decided));
  return redirectSaying(args.request, claimReturn(args.url.searchParams, work), says);
}

export default function ClaimNew({ loaderData, actionData }: Route.ComponentProps) {
  const { work, what, workDate, rates, payers, back, idempotency_key } = loaderData;
  const answer: { form: FormState; worked?: Worked } | undefined = actionData;
  const form = useFormView({ basis: "fixed" }, answer?.form);
  return (
    <DialogPage
      title={what === null ? "Add extra work" : "Add fee"}
      form={form}
      back={back}
      footer={<SubmitButton form="claim">Save fee</SubmitButton>}
    >
      <ClaimWork work={work} claim={null} />
      <PostForm id="claim" hidden={{ idempotency_key: keyOf(form, idempotency_key) }}>
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
