import { requireLevel } from "~/account/guard.server";
import { feeAnswersOf } from "~/diary/fees/facts";
import { editFeeForm } from "~/diary/fees/form";
import { feeFigures, payersOf } from "~/diary/fees/queries.server";
import { rateChoices } from "~/diary/fees/rates";
import { FeeFields, type Worked } from "~/diary/fees/views/fee-fields";
import { FeeWork } from "~/diary/fees/views/fee-work";
import { feePage } from "~/diary/fees/work/page.server";
import { answerOutcome, saveFee } from "~/diary/fees/work/save.server";
import { feeReturn, shownWork, workWarnings } from "~/diary/fees/work/work.server";
import { newRef } from "~/platform/db/columns.server";
import type { ActionResult } from "~/platform/http/action-result";
import { pathTo } from "~/platform/http/path-to";
import { readForm } from "~/platform/http/read-form.server";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/fee";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const { fee, notes, row, rates, payers, around } = await feePage(context, args.params.feeRef);
  const work = row ? await shownWork(row, context.cipher) : null;
  return {
    work,
    said: row ? workWarnings(row, fee.amount_pence) : null,
    fee: feeFigures(fee),
    what: around.work?.what ?? null,
    workDate: around.work?.date ?? null,
    answers: { ...feeAnswersOf(fee, notes), idempotency_key: newRef() },
    rates: rateChoices(rates),
    payers: payersOf(payers),
    back: feeReturn(args.url.searchParams, work),
    links: {
      here: args.url.pathname + args.url.search,
      remove: `${pathTo("/extras/:feeRef/delete/", args.params)}${args.url.search}`,
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, editFeeForm);
  const outcome = await saveFee(context, args.params.feeRef, form);
  return answerOutcome(args, form.state, outcome);
}

export default function FeePage({ loaderData, actionData }: Route.ComponentProps) {
  const { work, said, fee, what, workDate, answers, rates, payers, back, links } = loaderData;
  const answer: ActionResult<{ worked: Worked }> | undefined = actionData;
  const form = useFormView(answers, answer?.form);
  return (
    <DialogPage
      title="Edit fee"
      form={form}
      back={back}
      footer={
        <>
          <SubmitButton form="claim">Save fee</SubmitButton>
          <LinkButton to={links.remove} visual="danger">
            Delete
          </LinkButton>
        </>
      }
    >
      <FeeWork work={work} said={said} fee={fee} />
      <PostForm id="claim" hidden={{ version: form.value("version"), idempotency_key: form.value("idempotency_key") }}>
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
