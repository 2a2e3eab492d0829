import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { feeAnswersOf } from "~/diary/fees/facts";
import { editFeeForm, newFeeForm } from "~/diary/fees/form";
import { feeFigures, payersOf } from "~/diary/fees/queries.server";
import { rateChoices } from "~/diary/fees/rates";
import { FeeFields, type Worked } from "~/diary/fees/views/fee-fields";
import { FeeWork } from "~/diary/fees/views/fee-work";
import { feePage, feeToDelete, newFeePage } from "~/diary/fees/work/page.server";
import { addFee, saveFee } from "~/diary/fees/work/save.server";
import { feeOwner, feeReturn, shownWork, workWarnings } from "~/diary/fees/work/work.server";
import { removeFee } from "~/diary/fees/write.server";
import { newRef } from "~/platform/db/columns.server";
import type { ActionResult } from "~/platform/http/action-result";
import { answerSave } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm } from "~/platform/http/read-form.server";
import { useFormView } from "~/ui/forms/form-state";
import { FormPage } from "~/ui/layout/form-page";
import { DeletePart } from "~/ui/layout/listed-actions";
import type { Route } from "./+types/fee";

/** Not for a fee of a session or case: where that has one by now, the loader leads to it, and the answers would be gone. */
export function shouldRevalidate({ nextUrl, actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isOfWork = nextUrl.searchParams.has("session") || nextUrl.searchParams.has("case");
  return defaultShouldRevalidate && !(isOfWork && actionStatus !== undefined);
}

/** The form of a fee; of a new one for a session or case if the address names one, else for other work. */
export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const { feeRef } = args.params;
  const { searchParams } = args.url;
  const saved = feeRef === undefined ? null : await feePage(context, feeRef);
  const { row, rates, payers, around, fee } = saved ?? (await newFeePage(context, feeOwner(searchParams)));
  if (fee && !saved) throw redirect(`${pathTo("/extras/:feeRef/", { feeRef: fee.unique_ref })}?from=work`);
  const work = row ? await shownWork(row, context.cipher) : null;
  const answers = saved ? feeAnswersOf(saved.fee, saved.notes) : { basis: "fixed", kind: row?.work_kind ?? "" };
  return {
    work,
    said: row ? workWarnings(row, fee?.amount_pence ?? 0) : null,
    fee: fee ? feeFigures(fee) : null,
    what: around.work?.what ?? null,
    workDate: around.work?.date ?? null,
    answers: { ...answers, idempotency_key: newRef() },
    rates: rateChoices(rates),
    payers: payersOf(payers),
    back: feeReturn(searchParams, work),
    version: saved && String(saved.fee.version),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { feeRef } = args.params;
  if (feeRef === undefined) return addFee(context, args, await readForm(args.request, newFeeForm));
  const form = await readForm(args.request, editFeeForm);
  if (form.ok && form.value.intent === "delete") {
    const { fee, row } = await feeToDelete(context, feeRef);
    const { version } = form.value;
    const deleted = await removeFee(context, { ref: feeRef, version, fingerprint: form.fingerprint }, fee);
    const work = row ? await shownWork(row, context.cipher) : null;
    return answerSave(args.request, form.state, deleted, feeReturn(args.url.searchParams, work), "Fee deleted");
  }
  return saveFee(context, args, feeRef, form);
}

export default function FeePage({ loaderData, actionData }: Route.ComponentProps) {
  const { work, said, fee, what, workDate, answers, rates, payers, back, version } = loaderData;
  const answer: ActionResult<{ worked: Worked }> | undefined = actionData;
  const form = useFormView(answers, answer?.form);
  const newTitle = what === null ? "Add paid work" : "Add fee";
  return (
    <FormPage
      title={version === null ? newTitle : "Edit fee"}
      form={form}
      id="claim"
      back={back}
      button="Save fee"
      idempotencyKey={version === null ? answers.idempotency_key : undefined}
      above={<FeeWork work={work} said={said} fee={fee} />}
      below={
        version !== null && (
          <DeletePart one="fee" version={form.value("version")}>
            {what === null
              ? "The work is deleted with its fee."
              : "Only the fee is deleted. What it is for stays in your logbook."}{" "}
            You can undo this for an hour.
          </DeletePart>
        )
      }
    >
      <FeeFields
        form={form}
        what={what}
        workDate={workDate}
        rates={rates}
        payers={payers}
        worked={answer?.worked ?? null}
      />
    </FormPage>
  );
}
