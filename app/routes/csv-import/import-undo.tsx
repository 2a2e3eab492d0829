import { column, note } from "styled-system/recipes";
import { lockable } from "~/diary/locks/locked.server";
import { undoImportForm } from "~/import/form";
import { formatCounts } from "~/import/format";
import { requireImport } from "~/import/guard.server";
import { onePastImport, undoImport } from "~/import/imports.server";
import { redirectSaying } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { counted } from "~/platform/time/counted";
import { LinkButton, SubmitButton } from "~/ui/button";
import { formView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/import-undo";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

const IMPORTS = "/import_csv_data/imports/";
const CHANGED =
  "Nothing was undone: cases or fees of this import have changed since you opened this page. It now shows what there is. Check it, then undo the import if it should still go";

export async function loader(args: Route.LoaderArgs) {
  return { past: await onePastImport(requireImport(args), args.params.importRef) };
}

export const action = lockable(async (args: Route.ActionArgs) => {
  const asked = requireImport(args);
  const { importRef } = args.params;
  const form = await readForm(args.request, undoImportForm);
  await onePastImport(asked, importRef);
  if (!form.ok) return refuse(form.state);
  const undone = await undoImport(asked, importRef, form.value);
  if (undone.result === "changed") return refuse(form.state, { "": CHANGED }, 409);
  if (undone.result === "before") return redirectSaying(args.request, IMPORTS, "It was undone before");
  return redirectSaying(args.request, IMPORTS, "Import undone", { undo: undone.undo });
});

export default function ImportUndo({ loaderData, actionData }: Route.ComponentProps) {
  const { past } = loaderData;
  const { cases, edited, fees } = past.going;
  const form = formView({}, actionData?.form);
  const undone = past.state === "undone";
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
          <p>It is undone. To bring its cases back, import the file again.</p>
        ) : (
          <p>
            Undoing it takes {counted(cases, "case")}
            {fees > 0 && ` with ${counted(fees, "fee")}`} out of your logbook, and wipes all that waits to be placed.
            Sessions stay. For an hour its cases can be restored; what waits comes back only when the file is imported
            again.
          </p>
        )}
        {edited > 0 && (
          <p className={note({ tone: "warn" })}>
            {counted(edited, "of these cases was", "of these cases were")} edited after the import, or completed by
            hand: what you wrote there goes too.
          </p>
        )}
      </div>
    </DialogPage>
  );
}
