import { requireLevel } from "~/accounts/guard.server";
import { deleteCaseForm } from "~/cases/form";
import { aroundCase } from "~/cases/page-data.server";
import { caseInSession } from "~/cases/queries.server";
import { deleteCase } from "~/cases/save.server";
import { CaseToDelete } from "~/cases/views/case-to-delete";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import { LinkButton, SubmitButton } from "~/ui/button";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/case-delete";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, vault } = requireLevel("diary", args);
  const { sessionRef, caseRef } = args.params;
  const shown = await caseInSession(db, user.unique_ref, sessionRef, caseRef);
  return { around: await aroundCase({ ...shown, cases: [shown.found] }, vault, user.unique_ref) };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("diary", args);
  const { sessionRef, caseRef } = args.params;
  const form = await readForm(args.request, deleteCaseForm);
  if (!form.ok) return refuse(form.state);
  await deleteCase(asked, sessionRef, caseRef);
  return redirectSaying(args.request, `/logbook/session/${sessionRef}/`, "Case deleted");
}

export default function CaseDelete({ loaderData, params }: Route.ComponentProps) {
  const back = `/logbook/session/${params.sessionRef}/case/${params.caseRef}/`;
  return (
    <DialogPage
      title="Delete case"
      cancel={
        <LinkButton to={back} visual="plain">
          Cancel
        </LinkButton>
      }
      footer={
        <SubmitButton form="delete" visual="danger">
          Delete this case
        </SubmitButton>
      }
    >
      <CaseToDelete around={loaderData.around} />
      <PostForm id="delete">{null}</PostForm>
    </DialogPage>
  );
}
