import { column, note } from "styled-system/recipes";
import { LOCKED_PERIODS } from "~/diary/locks/rules";
import { CloseLink } from "~/diary/locks/views/locked-notice";
import { undoImportForm } from "~/import/form";
import { formatCounts } from "~/import/format";
import { requireImport } from "~/import/guard.server";
import { importToUndo, onePastImport, undoImport } from "~/import/place/imports.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formatCounted, formatNumber } from "~/platform/time/counted";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/import-undo";

const IMPORTS = "/import_csv_data/imports/";
const CHANGED =
  "Nothing was undone, because cases or fees of this import have changed since you opened this page. Check what it shows now, then undo the import if you still want to";

export async function loader(args: Route.LoaderArgs) {
  return importToUndo(requireImport(args), args.params.importRef);
}

export async function action(args: Route.ActionArgs) {
  const context = requireImport(args);
  const { importRef } = args.params;
  const form = await readForm(args.request, undoImportForm);
  await onePastImport(context, importRef);
  if (!form.ok) return refuse(form.state);
  const undone = await undoImport(context, importRef, form.value);
  if (undone.result === "changed") return refuse(form.state, { "": CHANGED }, 409);
  if (undone.result === "before")
    return redirectWithMessage(args.request, IMPORTS, "This import was already undone", { done: false });
  return redirectWithMessage(args.request, IMPORTS, "Import undone", { undo: undone.undo });
}

export default function ImportUndo({ loaderData, actionData }: Route.ComponentProps) {
  const { past, locked } = loaderData;
  const { cases, edited, fees } = past.going;
  const form = formView({}, actionData?.form);
  const undone = past.state === "undone";
  if (!undone && locked > 0 && actionData === undefined) {
    return (
      <DialogPage title="Undo import" cancel={<CloseLink to={IMPORTS} />}>
        <div className={column({ gap: "3" })}>
          <p>
            The import of <strong>{past.day}</strong>: {formatCounts(past)}
          </p>
          <p className={note()}>
            {formatCounted(locked, "case is", "cases are")} on days that you locked. You can undo this import once you
            have unlocked these days. <a href={LOCKED_PERIODS}>Show locked periods</a>
          </p>
        </div>
      </DialogPage>
    );
  }
  return (
    <DialogPage
      title="Undo import"
      form={form}
      cancel={
        <LinkButton to={IMPORTS} visual="plain">
          {undone ? "Back" : "Cancel"}
        </LinkButton>
      }
      footer={
        !undone && (
          <PostForm hidden={{ cases, edited, fees }}>
            <SubmitButton visual="danger">Undo this import</SubmitButton>
          </PostForm>
        )
      }
    >
      <div className={column({ gap: "3" })}>
        <p>
          The import of <strong>{past.day}</strong>: {formatCounts(past)}
        </p>
        {undone ? (
          <p>This import is undone. To get its cases again, import the file again.</p>
        ) : (
          <p>
            {cases > 0
              ? `This deletes ${formatCounted(cases, "case")}${fees > 0 ? ` with ${formatCounted(fees, "fee")}` : ""} from your logbook, and cases of this import that are not in a session yet. Sessions stay. You can restore the cases of your logbook for an hour.`
              : "This deletes the cases of this import, which are not in a session yet. Your logbook does not change."}{" "}
            To get the cases again later, import the file again.
          </p>
        )}
        {edited > 0 && (
          <p className={note({ tone: "warn" })}>
            You edited or completed {formatNumber(edited)} of these cases yourself. What you wrote there is deleted too.
          </p>
        )}
      </div>
    </DialogPage>
  );
}
