import { placeForm } from "~/import/form";
import { requireImport } from "~/import/guard.server";
import { makeSessions } from "~/import/new-sessions/make.server";
import { proposeSessions } from "~/import/new-sessions/propose.server";
import { shownProposal } from "~/import/new-sessions/shown.server";
import { SessionsPreview } from "~/import/views/sessions-preview";
import { redirectSaying } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { counted } from "~/platform/time/counted";
import { SubmitButton } from "~/ui/button";
import { formView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/new-sessions";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

const IMPORT = "/import_csv_data/";
export async function loader(args: Route.LoaderArgs) {
  const asked = requireImport(args);
  return { proposal: await shownProposal(asked.cipher, await proposeSessions(asked)) };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireImport(args);
  const form = await readForm(args.request, placeForm);
  if (!form.ok) return refuse(form.state);
  const made = await makeSessions(asked, await proposeSessions(asked), form.value.fingerprint);
  if (!made.ok) return refuse(form.state, { "": made.message }, 409);
  return redirectSaying(args.request, IMPORT, made.message, { undo: made.undo });
}

export default function NewSessions({ loaderData: { proposal }, actionData }: Route.ComponentProps) {
  const { total, rows } = proposal;
  return (
    <DialogPage
      title="Make sessions"
      form={formView({}, actionData?.form)}
      back={IMPORT}
      footer={
        total > 0 && (
          <PostForm hidden={{ fingerprint: proposal.fingerprint }}>
            <SubmitButton>
              Make {counted(total, "session")} from {rows === 1 ? "this case" : `these ${counted(rows, "case")}`}
            </SubmitButton>
          </PostForm>
        )
      }
    >
      <SessionsPreview proposal={proposal} />
    </DialogPage>
  );
}
