import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { feeAnswersOf } from "~/diary/fees/facts";
import { editFeeForm } from "~/diary/fees/form";
import { feeFigures, payersOf } from "~/diary/fees/queries.server";
import { rateChoices } from "~/diary/fees/rates";
import { FeeFields, type Worked } from "~/diary/fees/views/fee-fields";
import { FeeWork } from "~/diary/fees/views/fee-work";
import { feePage, goneFeePage } from "~/diary/fees/work/page.server";
import { addFee, answerOutcome, type Outcome, saveFee } from "~/diary/fees/work/save.server";
import { feeReturn, shownWork, workWarnings } from "~/diary/fees/work/work.server";
import { afterGone } from "~/diary/undo/undo.server";
import { newRef } from "~/platform/db/columns.server";
import type { ActionResult } from "~/platform/http/action-result";
import { pathTo } from "~/platform/http/path-to";
import { readForm } from "~/platform/http/read-form.server";
import { answerGone, goneContext, orGone } from "~/platform/http/refusal.server";
import { LinkButton, SubmitButton } from "~/ui/button";
import { useFormView } from "~/ui/form-state";
import { GoneNotice } from "~/ui/gone-notice";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import { NewerFacts } from "~/ui/saved-elsewhere";
import type { Route } from "./+types/fee";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const asked = requireLevel("diary", args);
  const found = await orGone(feePage(asked, args.params.feeRef));
  if (!found && !args.context.get(goneContext)) throw data(null, { status: 404 });
  const { fee, notes, row, rates, payers, around } = found ?? (await goneFeePage(asked));
  const work = row ? await shownWork(row, asked.cipher) : null;
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
    ways: {
      here: args.url.pathname + args.url.search,
      remove: `${pathTo("/extras/:feeRef/delete/", args.params)}${args.url.search}`,
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("diary", args);
  const { db, userId, now } = asked;
  const { feeRef } = args.params;
  const form = await readForm(args.request, editFeeForm);
  const save = () => orGone<Outcome>(saveFee(asked, feeRef, form));
  // The work that it was for is not known any more: it becomes a fee without a session or case.
  const saveNew = () => addFee(asked, null, form);
  let outcome = await save();
  if (!outcome) {
    const gone = { db, userId, what: "fee" as const, ref: feeRef, now };
    const after = await afterGone(gone, { asked: form.ok ? form.value.if_gone : null, save, saveNew });
    if (!after.saved) return answerGone(args.context, form.state, after.gone, after.error);
    outcome = after.saved;
  }
  return answerOutcome(args, form.state, outcome);
}

export default function FeePage({ loaderData, actionData }: Route.ComponentProps) {
  const { work, said, fee, what, workDate, answers, rates, payers, back, ways } = loaderData;
  const answer: ActionResult<{ worked: Worked }> | undefined = actionData;
  const form = useFormView(answers ?? {}, answer?.form);
  const { newer, gone, worked = null } = answer ?? {};
  return (
    <DialogPage
      title="Edit fee"
      form={form}
      back={back}
      footer={
        <>
          <SubmitButton form="claim">Save fee</SubmitButton>
          {!gone && (
            <LinkButton to={ways.remove} visual="danger">
              Delete
            </LinkButton>
          )}
        </>
      }
    >
      {gone && <GoneNotice what="fee" form="claim" undoable={gone.undoable} />}
      {newer && <NewerFacts facts={newer.facts} path={ways.here} />}
      <FeeWork work={work} said={said} fee={fee} />
      <PostForm id="claim" hidden={{ version: form.value("version"), idempotency_key: form.value("idempotency_key") }}>
        <FeeFields form={form} what={what} workDate={workDate} rates={rates} payers={payers} worked={worked} />
      </PostForm>
    </DialogPage>
  );
}
