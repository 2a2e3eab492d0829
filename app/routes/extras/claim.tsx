import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { claimAnswersOf } from "~/diary/fees/claim-facts";
import { editClaimForm } from "~/diary/fees/claim-form";
import { feeFigures, payersOf } from "~/diary/fees/queries.server";
import { rateChoices } from "~/diary/fees/rate-words";
import { ClaimFields, type Worked } from "~/diary/fees/views/claim-fields";
import { ClaimWork } from "~/diary/fees/views/claim-work";
import { answerOutcome } from "~/diary/fees/work/answer.server";
import { claimPage, goneClaimPage } from "~/diary/fees/work/page.server";
import { addFee, type Outcome, saveFee } from "~/diary/fees/work/save.server";
import { claimReturn } from "~/diary/fees/work/ways";
import { shownWork, workWarnings } from "~/diary/fees/work/work.server";
import { afterGone } from "~/diary/undo/after-gone.server";
import { newRef } from "~/platform/db/columns.server";
import type { ActionResult } from "~/platform/http/action-result.server";
import { answerGone, goneContext, orGone } from "~/platform/http/gone.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm } from "~/platform/http/read-form.server";
import { LinkButton, SubmitButton } from "~/ui/button";
import { GoneNotice } from "~/ui/gone-notice";
import { useFormView } from "~/ui/kept-form";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import { NewerFacts } from "~/ui/saved-elsewhere";
import type { Route } from "./+types/claim";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const asked = requireLevel("diary", args);
  const found = await orGone(claimPage(asked, args.params.claimRef));
  if (!found && !args.context.get(goneContext)) throw data(null, { status: 404 });
  const { claim, notes, row, rates, payers, around } = found ?? (await goneClaimPage(asked));
  const work = row ? await shownWork(row, asked.cipher) : null;
  return {
    work,
    said: row ? workWarnings(row, claim?.amount_pence ?? 0) : null,
    claim: feeFigures(claim),
    what: around.work?.what ?? null,
    workDate: around.work?.date ?? null,
    answers: claim && { ...claimAnswersOf(claim, notes), idempotency_key: newRef() },
    rates: rateChoices(rates),
    payers: payersOf(payers),
    back: claimReturn(args.url.searchParams, work),
    ways: {
      here: args.url.pathname + args.url.search,
      remove: `${pathTo("/extras/:claimRef/delete/", args.params)}${args.url.search}`,
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("diary", args);
  const { db, userId, now } = asked;
  const { claimRef } = args.params;
  const form = await readForm(args.request, editClaimForm);
  const save = () => orGone<Outcome>(saveFee(asked, claimRef, form));
  // What it was for is not known any more: it becomes work that stands alone.
  const saveNew = () => addFee(asked, null, form);
  let outcome = await save();
  if (!outcome) {
    const gone = { db, userId, what: "fee" as const, ref: claimRef, now };
    const after = await afterGone(gone, { asked: form.ok ? form.value.if_gone : null, save, saveNew });
    if (!after.saved) return answerGone(args.context, form.state, after.gone, after.error);
    outcome = after.saved;
  }
  return answerOutcome(args, form.state, outcome);
}

export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const { work, said, claim, what, workDate, answers, rates, payers, back, ways } = loaderData;
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
      <ClaimWork work={work} said={said} claim={claim} />
      <PostForm id="claim" hidden={{ version: form.value("version"), idempotency_key: form.value("idempotency_key") }}>
        <ClaimFields form={form} what={what} workDate={workDate} rates={rates} payers={payers} worked={worked} />
      </PostForm>
    </DialogPage>
  );
}
