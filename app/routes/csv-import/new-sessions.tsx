import { placeForm } from "~/import/form";
import { requireImport } from "~/import/guard.server";
import { makeSessions } from "~/import/new-sessions/make.server";
import { proposeSessions } from "~/import/new-sessions/propose.server";
import { shownProposal } from "~/import/new-sessions/shown-proposal.server";
import { SessionsPreview } from "~/import/new-sessions/views/sessions-preview";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formatCounted } from "~/platform/time/counted";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/new-sessions";

const IMPORT = "/import_csv_data/";
export async function loader(args: Route.LoaderArgs) {
  const context = requireImport(args);
  return { proposal: await shownProposal(context.cipher, await proposeSessions(context)) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireImport(args);
  const form = await readForm(args.request, placeForm);
  if (!form.ok) return refuse(form.state);
  const made = await makeSessions(context, await proposeSessions(context), form.value.fingerprint);
  if (!made.ok) return refuse(form.state, { "": made.message }, 409);
  return redirectWithMessage(args.request, IMPORT, made.message, { undo: made.undo });
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
              Make {formatCounted(total, "session")} from{" "}
              {rows === 1 ? "this case" : `these ${formatCounted(rows, "case")}`}
            </SubmitButton>
          </PostForm>
        )
      }
    >
      <SessionsPreview proposal={proposal} />
    </DialogPage>
  );
}
