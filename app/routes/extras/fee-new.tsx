import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { newFeeForm } from "~/diary/fees/form";
import { payersOf } from "~/diary/fees/queries.server";
import { rateChoices } from "~/diary/fees/rates";
import { FeeFields, type Worked } from "~/diary/fees/views/fee-fields";
import { FeeWork } from "~/diary/fees/views/fee-work";
import { newFeePage } from "~/diary/fees/work/page.server";
import { addFee, answerOutcome } from "~/diary/fees/work/save.server";
import { feeOwner, feeReturn, shownWork, workWarnings } from "~/diary/fees/work/work.server";
import { newRef } from "~/platform/db/columns.server";
import type { ActionResult } from "~/platform/http/action-result";
import { pathTo } from "~/platform/http/path-to";
import { readForm } from "~/platform/http/read-form.server";
import { afterConflict } from "~/ui/connection/revalidate";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/fee-new";

/** Not for a fee of a session or case: where that has one by now, the loader leads to it, and the answers would be gone. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const isOfWork = ["session", "case"].some((owner) => args.nextUrl.searchParams.get(owner));
  return isOfWork ? args.defaultShouldRevalidate : afterConflict(args);
}

/** Loads the form of a new fee: for a session or case if the address names one, else for other work. */
export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const { row, rates: own, payers, around, fee } = await newFeePage(context, feeOwner(args.url.searchParams));
  if (fee) throw redirect(`${pathTo("/extras/:feeRef/", { feeRef: fee.unique_ref })}?from=work`);
  const work = row ? await shownWork(row, context.cipher) : null;
  return {
    work,
    said: row ? workWarnings(row, 0) : null,
    what: around.work?.what ?? null,
    workDate: around.work?.date ?? null,
    rates: rateChoices(own),
    payers: payersOf(payers),
    back: feeReturn(args.url.searchParams, work),
    idempotency_key: newRef(),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, newFeeForm);
  return answerOutcome(args, form.state, await addFee(context, feeOwner(args.url.searchParams), form));
}

export default function FeeNew({ loaderData, actionData }: Route.ComponentProps) {
  const { work, said, what, workDate, rates, payers, back, idempotency_key } = loaderData;
  const answer: ActionResult<{ worked: Worked }> | undefined = actionData;
  const form = useFormView({ basis: "fixed" }, answer?.form);
  return (
    <DialogPage
      title={what === null ? "Add paid work" : "Add fee"}
      form={form}
      back={back}
      footer={<SubmitButton form="claim">Save fee</SubmitButton>}
    >
      <FeeWork work={work} said={said} fee={null} />
      <PostForm id="claim" hidden={{ idempotency_key: keyOf(form, idempotency_key) }}>
        <FeeFields
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
