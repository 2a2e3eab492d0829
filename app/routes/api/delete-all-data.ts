import { deleteReauthenticated } from "~/account/deletion/delete-account.server";
import { reauthenticationForm } from "~/account/factors/form";
import { appContextOf, requireLevelOfCall } from "~/account/guard.server";
import { endLogin } from "~/account/login/log-out.server";
import { deleteAccountRows } from "~/data/deletion.server";
import { requirePost } from "~/platform/http/csrf.server";
import { readJsonForm, refuseCall, refuseFields, refuseMethod, withJsonErrors } from "~/platform/http/read-json.server";
import type { Route } from "./+types/delete-all-data";

export const loader = () => refuseMethod("POST");

export async function action(args: Route.ActionArgs) {
  const { request } = args;
  await requirePost(request, appContextOf(args).vault);
  const context = requireLevelOfCall("account", args);
  const form = await readJsonForm(request, reauthenticationForm);
  if (!form.ok) return refuseFields(form.state.errors);
  return withJsonErrors(async () => {
    const done = await deleteReauthenticated(
      context,
      request,
      form.value,
      deleteAccountRows(context.db, context.user.unique_ref),
    );
    if (done === "failed") return refuseCall("Nothing was deleted. Try again in a minute", 500);
    if (done !== "deleted") return refuseFields(done.errors, done.status);
    return Response.json({ deleted: true }, { headers: { "Set-Cookie": await endLogin(context.db, request) } });
  });
}
