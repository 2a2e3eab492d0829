import { changeEmailForm } from "~/account/email/form";
import { changeEmail } from "~/account/email/manage-email.server";
import { appContextOf, requireLevelOfCall } from "~/account/guard.server";
import { requirePost } from "~/platform/http/csrf.server";
import {
  readJsonForm,
  refuseAnswers,
  refuseFields,
  refuseMethod,
  withJsonErrors,
} from "~/platform/http/read-json.server";
import type { Route } from "./+types/change";

export const loader = () => refuseMethod("POST");

/** The login gets a new token: the response sets its cookie and that of the CSRF token. */
export async function action(args: Route.ActionArgs) {
  const { request } = args;
  await requirePost(request, appContextOf(args).vault);
  const context = requireLevelOfCall("account", args);
  const form = await readJsonForm(request, changeEmailForm);
  if (!form.ok) return refuseAnswers(form.state.errors);
  return withJsonErrors(async () => {
    const result = await changeEmail(context, request, form.value);
    if ("errors" in result) return refuseFields(result.errors, result.status, { responseStatus: result.status });
    return Response.json({ responseStatus: 200 }, { headers: { "Set-Cookie": result.cookie } });
  });
}
