import { redirect } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { newClaimForm } from "~/diary/fees/claim-form";
import { payersOf } from "~/diary/fees/queries.server";
import { rateChoices } from "~/diary/fees/rate-words";
import { ClaimFields, type Worked } from "~/diary/fees/views/claim-fields";
import { ClaimWork } from "~/diary/fees/views/claim-work";
import { answerOutcome } from "~/diary/fees/work/answer.server";
import { newClaimPage } from "~/diary/fees/work/page.server";
import { addFee } from "~/diary/fees/work/save.server";
import { claimOwner, claimReturn } from "~/diary/fees/work/ways";
import { shownWork, workWarnings } from "~/diary/fees/work/work.server";
import { newRef } from "~/platform/db/columns.server";
import type { ActionResult } from "~/platform/http/action-result.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm } from "~/platform/http/read-form.server";
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
