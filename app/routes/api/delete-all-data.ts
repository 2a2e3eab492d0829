import { deleteReauthenticated } from "~/account/deletion/delete-account.server";
import { reauthenticationForm } from "~/account/factors/form";
import { requireLevelOfCall, worldOf } from "~/account/guard.server";
import { endLogin } from "~/account/login/log-out.server";
import { deleteAccountRows } from "~/data/deletion.server";
import { requirePost } from "~/platform/http/csrf.server";
import { inJson, readJsonForm, refuseCall, refuseFields, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/delete-all-data";

export const loader = () => refuseMethod("POST");

export async function action(args: Route.ActionArgs) {
  const { request } = args;
  await requirePost(request, worldOf(args).vault);
  const asked = requireLevelOfCall("account", args);
  const form = await readJsonForm(request, reauthenticationForm);
  if (!form.ok) return refuseFields(form.state.errors);
  return inJson(async () => {
    const done = await deleteReauthenticated(
      asked,
      request,
      form.value,
      deleteAccountRows(asked.db, asked.user.unique_ref),
    );
    if (done === "failed") return refuseCall("Nothing was deleted. Try again in a minute", 500);
    if (done !== "deleted") return refuseFields(done.errors, done.status);
    return Response.json({ deleted: true }, { headers: { "Set-Cookie": await endLogin(asked.db, request) } });
  });
}
