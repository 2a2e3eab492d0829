import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { feeFacts } from "~/diary/fees/facts";
import { deleteFeeForm } from "~/diary/fees/form";
import { feeFigures } from "~/diary/fees/queries.server";
import { FeeWork } from "~/diary/fees/views/fee-work";
import { feeDeletionPreview, feePage } from "~/diary/fees/work/page.server";
import { feeReturn, shownWork } from "~/diary/fees/work/work.server";
import { removeFee } from "~/diary/fees/write.server";
import type { Fact } from "~/platform/http/action-result";
import { answerSave } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { FactList } from "~/ui/layout/fact-list";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";
import type { Route } from "./+types/fee-delete";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const { fee, notes, row } = await feePage(context, args.params.feeRef);
  return {
    work: row ? await shownWork(row, context.cipher) : null,
    fee: feeFigures(fee),
    facts: feeFacts(fee, notes),
    version: String(fee.version),
    back: `${pathTo("/extras/:feeRef/", args.params)}${args.url.search}`,
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { feeRef } = args.params;
  const form = await readForm(args.request, deleteFeeForm);
  if (!form.ok) {
    await feePage(context, feeRef);
    return refuse(form.state);
  }
  const { fee, row } = await feeDeletionPreview(context, feeRef);
  const { fingerprint } = form;
  const deleted = await removeFee(context, { ref: feeRef, version: form.value.version, fingerprint }, fee);
  const work = row ? await shownWork(row, context.cipher) : null;
  return answerSave(args.request, form.state, deleted, feeReturn(args.url.searchParams, work), "Fee deleted");
}

export default function FeeDelete({ loaderData, actionData }: Route.ComponentProps) {
  const { work, fee, facts, version, back } = loaderData;
  const form = formView({ version }, actionData?.form);
  return (
    <ConfirmDelete
      title="Delete fee"
      button="Delete this fee"
      form={form}
      back={back}
      hidden={{ version: form.value("version") }}
    >
      <FeeWork work={work} fee={fee} />
      <FeeToDelete facts={facts} ofWork={work !== null} />
    </ConfirmDelete>
  );
}

interface FeeToDeleteProps {
  facts: readonly Fact[];
  /** The fee belongs to a session or a case, which is not deleted. */
  ofWork: boolean;
}

/** Says what is deleted with a fee. */
function FeeToDelete({ facts, ofWork }: FeeToDeleteProps) {
  return (
    <div className={column({ gap: "4" })}>
      <FactList facts={facts} />
      <p>
        {ofWork
          ? "Only the fee is deleted. What it is for stays in your logbook. "
          : "The work is deleted with its fee. "}
        You can undo this for an hour.
      </p>
    </div>
  );
}
