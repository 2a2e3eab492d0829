import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { feeAnswersOf } from "~/diary/fees/facts";
import { editFeeForm } from "~/diary/fees/form";
import { feeFigures, payersOf } from "~/diary/fees/queries.server";
import { rateChoices } from "~/diary/fees/rates";
import { FeeFields, type Worked } from "~/diary/fees/views/fee-fields";
import { FeeWork } from "~/diary/fees/views/fee-work";
import { deletedFeePage, feePage } from "~/diary/fees/work/page.server";
import { addFee, answerOutcome, type Outcome, saveFee } from "~/diary/fees/work/save.server";
import { feeReturn, shownWork, workWarnings } from "~/diary/fees/work/work.server";
import { recoverDeletedRow } from "~/diary/undo/undo.server";
import { newRef } from "~/platform/db/columns.server";
import type { ActionResult } from "~/platform/http/action-result";
import { pathTo } from "~/platform/http/path-to";
import { readForm } from "~/platform/http/read-form.server";
import { answerDeletedRow, deletedRowContext, nullIfNotFound } from "~/platform/http/refusal.server";
import { DeletedRowNotice } from "~/ui/forms/deleted-row-notice";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/fee";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const found = await nullIfNotFound(feePage(context, args.params.feeRef));
  if (!found && !args.context.get(deletedRowContext)) throw data(null, { status: 404 });
  const { fee, notes, row, rates, payers, around } = found ?? (await deletedFeePage(context));
  const work = row ? await shownWork(row, context.cipher) : null;
  return {
    work,
    said: row ? workWarnings(row, fee?.amount_pence ?? 0) : null,
    fee: feeFigures(fee),
    what: around.work?.what ?? null,
    workDate: around.work?.date ?? null,
    answers: fee && { ...feeAnswersOf(fee, notes), idempotency_key: newRef() },
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
  const { db, userId, now } = context;
  const { feeRef } = args.params;
  const form = await readForm(args.request, editFeeForm);
  const save = () => nullIfNotFound<Outcome>(saveFee(context, feeRef, form));
  // The work that it was for is not known any more: it becomes a fee without a session or case.
  const saveNew = () => addFee(context, null, form);
  let outcome = await save();
  if (!outcome) {
    const gone = { db, userId, what: "fee" as const, ref: feeRef, now };
    const after = await recoverDeletedRow(gone, { asked: form.ok ? form.value.if_gone : null, save, saveNew });
    if (!after.saved) return answerDeletedRow(args.context, form.state, after.gone, after.error);
    outcome = after.saved;
  }
  return answerOutcome(args, form.state, outcome);
}

export default function FeePage({ loaderData, actionData }: Route.ComponentProps) {
  const { work, said, fee, what, workDate, answers, rates, payers, back, links } = loaderData;
  const answer: ActionResult<{ worked: Worked }> | undefined = actionData;
  const form = useFormView(answers ?? {}, answer?.form);
  const { gone, worked = null } = answer ?? {};
  return (
    <DialogPage
      title="Edit fee"
      form={form}
      back={back}
      footer={
        <>
          <SubmitButton form="claim">Save fee</SubmitButton>
          {!gone && (
            <LinkButton to={links.remove} visual="danger">
              Delete
            </LinkButton>
          )}
        </>
      }
    >
      {gone && <DeletedRowNotice what="fee" form="claim" undoable={gone.undoable} />}
      <FeeWork work={work} said={said} fee={fee} />
      <PostForm id="claim" hidden={{ version: form.value("version"), idempotency_key: form.value("idempotency_key") }}>
        <FeeFields form={form} what={what} workDate={workDate} rates={rates} payers={payers} worked={worked} />
      </PostForm>
    </DialogPage>
  );
}
