import { casesWords } from "~/csv-import/figures";
import { requireImport } from "~/csv-import/guard.server";
import { placeAll } from "~/csv-import/place.server";
import { placingPreview } from "~/csv-import/preview.server";
import { PlacingPreview } from "~/csv-import/views/placing-preview";
import { emptyForm } from "~/http/fields";
import { redirectSaying } from "~/http/flash.server";
import { readForm } from "~/http/read-form.server";
import { SubmitButton } from "~/ui/button";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/place";

export async function loader(args: Route.LoaderArgs) {
  return { preview: await placingPreview(requireImport(args)) };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireImport(args);
  await readForm(args.request, emptyForm);
  const { placed } = await placeAll(asked);
  const says = placed === 0 ? "Nothing was left to place" : `${casesWords(placed)} placed`;
  return redirectSaying(args.request, "/import_csv_data/", says);
}

export default function Place({ loaderData: { preview } }: Route.ComponentProps) {
  return (
    <DialogPage
      title="Place all"
      back="/import_csv_data/"
      footer={
        preview.rows > 0 && (
          <PostForm>
            <SubmitButton>Place {casesWords(preview.rows)}</SubmitButton>
          </PostForm>
        )
      }
    >
      <PlacingPreview preview={preview} />
    </DialogPage>
  );
}
