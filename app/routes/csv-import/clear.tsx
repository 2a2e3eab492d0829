import { column } from "styled-system/recipes";
import { requireImport } from "~/import/guard.server";
import { clearWorkingSet } from "~/import/stage/clear.server";
import { setCounts } from "~/import/stage/working-set.server";
import { deletingForm } from "~/platform/http/fields";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm } from "~/platform/http/read-form.server";
import { formatCounted } from "~/platform/time/counted";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/clear";

export async function loader(args: Route.LoaderArgs) {
  return setCounts(requireImport(args));
}

export async function action(args: Route.ActionArgs) {
  const context = requireImport(args);
  await readForm(args.request, deletingForm);
  await clearWorkingSet(context);
  return redirectWithMessage(args.request, "/import_csv_data/", "Data cleared. Your logbook has not changed");
}

export default function Clear({ loaderData }: Route.ComponentProps) {
  const { waiting, placed } = loaderData;
  return (
    <DialogPage
      title="Clear Data"
      back="/import_csv_data/"
      footer={
        <PostForm>
          <SubmitButton visual="danger">Clear the imported data</SubmitButton>
        </PostForm>
      }
    >
      <div className={column({ gap: "3" })}>
        <p>
          {formatCounted(waiting, "imported case that is", "imported cases that are")} not in a session will be deleted.
        </p>
        <p>
          <strong>Your logbook stays as it is</strong>
          {placed > 0
            ? `, with the ${placed === 1 ? "case" : formatCounted(placed, "case")} that came from the files`
            : ""}
          . To get the deleted cases again, import the file again.
        </p>
      </div>
    </DialogPage>
  );
}
