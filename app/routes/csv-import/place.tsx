import { placeForm } from "~/import/form";
import { requireImport } from "~/import/guard.server";
import { placeAll } from "~/import/place/place.server";
import { placingPreview } from "~/import/place/preview.server";
import { PlacingPreview } from "~/import/place/views/placing-preview";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formatCounted } from "~/platform/time/counted";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/place";

const CHANGED =
  "Nothing was placed: sessions or cases have changed since you opened this page. It now shows what goes where. Check it, then place the cases";

export async function loader(args: Route.LoaderArgs) {
  return { preview: await placingPreview(requireImport(args)) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireImport(args);
  const form = await readForm(args.request, placeForm);
  if (!form.ok) return refuse(form.state);
  const now = await placingPreview(context);
  // When nothing is left, as when the same form is sent twice, the other fingerprint is no conflict.
  if (now.rows > 0 && now.fingerprint !== form.value.fingerprint) return refuse(form.state, { "": CHANGED }, 409);
  const { placed, undo } = await placeAll(context);
  const message = placed === 0 ? "Nothing was left to place" : `${formatCounted(placed, "case")} placed`;
  return redirectWithMessage(args.request, "/import_csv_data/", message, { undo });
}

export default function Place({ loaderData: { preview }, actionData }: Route.ComponentProps) {
  return (
    <DialogPage
      title="Place all"
      form={formView({}, actionData?.form)}
      back="/import_csv_data/"
      footer={
        preview.rows > 0 && (
          <PostForm hidden={{ fingerprint: preview.fingerprint }}>
            <SubmitButton>Place {formatCounted(preview.rows, "case")}</SubmitButton>
          </PostForm>
        )
      }
    >
      <PlacingPreview preview={preview} />
    </DialogPage>
  );
}
