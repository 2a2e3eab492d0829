import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { deleteCaseForm } from "~/diary/cases/form";
import type { CaseFormData } from "~/diary/cases/page.server";
import { caseFormData } from "~/diary/cases/page.server";
import { caseInSession } from "~/diary/cases/queries.server";
import { deleteCase } from "~/diary/cases/write.server";
import { isForReading } from "~/diary/locks/rules";
import { CloseLink, LockedNotice } from "~/diary/locks/views/locked-notice";
import { returnFromCase, withCaseReturn } from "~/diary/sessions/diary-pages";
import { answerSave } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { moneyText } from "~/platform/money";
import { formView } from "~/ui/forms/form-state";
import { DialogPage } from "~/ui/layout/page";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";
import type { Route } from "./+types/case-delete";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher } = requireLevel("diary", args);
  const { sessionRef, caseRef } = args.params;
  const shown = await caseInSession(db, user.id, sessionRef, caseRef);
  return {
    around: await caseFormData({ ...shown, cases: [shown.found] }, cipher),
    version: String(shown.found.version),
    back: withCaseReturn(
      pathTo("/logbook/session/:sessionRef/case/:caseRef/", { sessionRef, caseRef }),
      args.url.searchParams,
    ),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { sessionRef, caseRef } = args.params;
  const form = await readForm(args.request, deleteCaseForm);
  if (!form.ok) {
    await caseInSession(context.db, context.user.id, sessionRef, caseRef);
    return refuse(form.state);
  }
  const deleted = await deleteCase(context, sessionRef, caseRef, form.value.version);
  return answerSave(
    args.request,
    form.state,
    deleted,
    returnFromCase(args.url.searchParams, sessionRef),
    "Case deleted",
  );
}

export default function CaseDelete({ loaderData, actionData }: Route.ComponentProps) {
  const { around, version, back } = loaderData;
  const form = formView({ version }, actionData?.form);
  if (isForReading(around.locked, form, actionData)) {
    return (
      <DialogPage title="Delete case" cancel={<CloseLink to={back} />}>
        <LockedNotice words={around.locked}>You can delete this case once you have unlocked these days.</LockedNotice>
        <CaseInWords around={around} />
      </DialogPage>
    );
  }
  return (
    <ConfirmDelete
      title="Delete case"
      button="Delete this case"
      form={form}
      back={back}
      hidden={{ version: form.value("version") }}
    >
      <CaseToDelete around={around} />
    </ConfirmDelete>
  );
}

/** Describes the case to delete, and what is deleted with it. */
function CaseToDelete({ around }: { around: CaseFormData }) {
  const [line] = around.cases;
  return (
    <div className={column({ gap: "4" })}>
      <p>
        This deletes the case and its airway management, procedures and notes
        {line?.fee && ` and its fee of ${moneyText(line.fee.amount_pence)}`}. You can undo it for an hour.
      </p>
      <CaseInWords around={around} />
    </div>
  );
}

function CaseInWords({ around }: { around: CaseFormData }) {
  const [line] = around.cases;
  return (
    <p className={css({ borderBlock: "line", paddingBlock: "3" })}>
      <strong className={text({ kind: "strong" })}>
        {[line?.day, line?.time, line?.summary].filter(Boolean).join(", ")}
      </strong>
      <br />
      <span className={text({ kind: "quiet" })}>
        {around.session.element}, {around.session.when}
      </span>
    </p>
  );
}
