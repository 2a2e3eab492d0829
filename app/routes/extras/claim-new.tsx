import { redirect } from "react-router";
import { requireLevel } from "~/accounts/guard.server";
import { newClaimForm } from "~/claims/claim-form";
import { payersOf } from "~/claims/queries.server";
import { rateChoices } from "~/claims/rate-words";
import { ClaimFields, type Worked } from "~/claims/views/claim-fields";
import { ClaimWork } from "~/claims/views/claim-work";
import { newRef } from "~/db/columns.server";
import type { ActionResult } from "~/http/action-result.server";
import { pathTo } from "~/http/path-to";
import { readForm } from "~/http/read-form.server";
import { answerOutcome } from "~/reports/fees/answer.server";
import { newClaimPage } from "~/reports/fees/page.server";
import { addFee } from "~/reports/fees/save.server";
import { claimOwner, claimReturn } from "~/reports/fees/ways";
import { shownWork, workWarnings } from "~/reports/fees/work.server";
import { SubmitButton } from "~/ui/button";
import { keyOf, useFormView } from "~/ui/kept-form";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/claim-new";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

/** A fee of work that stands alone; of a session or case where the address names one. */
export async function loader(args: Route.LoaderArgs) {
  const asked = requireLevel("diary", args);
  const { row, rates: own, payers, around, claim } = await newClaimPage(asked, claimOwner(args.url.searchParams));
  if (claim) throw redirect(`${pathTo("/extras/:claimRef/", { claimRef: claim.unique_ref })}?from=work`);
  const work = row ? await shownWork(row, asked.cipher) : null;
  return {
    work,
    said: row ? workWarnings(row, 0) : null,
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
  const form = await readForm(args.request, newClaimForm);
  return answerOutcome(args, form.state, await addFee(asked, claimOwner(args.url.searchParams), form));
}

export default function ClaimNew({ loaderData, actionData }: Route.ComponentProps) {
  const { work, said, what, workDate, rates, payers, back, idempotency_key } = loaderData;
  const answer: ActionResult<{ worked: Worked }> | undefined = actionData;
  const form = useFormView({ basis: "fixed" }, answer?.form);
  return (
    <DialogPage
      title={what === null ? "Add extra work" : "Add fee"}
      form={form}
      back={back}
      footer={<SubmitButton form="claim">Save fee</SubmitButton>}
    >
      <ClaimWork work={work} said={said} claim={null} />
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
