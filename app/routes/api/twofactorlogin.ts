import { codeForm } from "~/account/factors/form";
import { appContextOf } from "~/account/guard.server";
import { finishLogin } from "~/account/login/finish-login.server";
import { clearPendingLogin, findPendingLogin } from "~/account/login/pending-logins.server";
import { SUSPENDED } from "~/account/suspension/pass.server";
import { withCookies } from "~/platform/http/cookies";
import { requirePost } from "~/platform/http/csrf.server";
import { readJsonForm, refuseCall, refuseFields, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/twofactorlogin";

const NOT_BEGUN = "Log in with your password first";

export const loader = () => refuseMethod("POST");

export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf({ context });
  await requirePost(request, app.vault);
  const form = await readJsonForm(request, codeForm);
  if (!form.ok) return refuseFields(form.state.errors);
  const half = await findPendingLogin(app.db, request, app.now);
  if (!half) return refuseCall(NOT_BEGUN, 403);
  const login = await finishLogin(app, request, half, form.value.twoFactorCode);
  if (login.is === "ended") return refuseCall(NOT_BEGUN, 403, withCookies(clearPendingLogin(request)));
  if (login.is === "refused") return refuseCall(login.message, login.status === 429 ? 429 : 401);
  if (login.is === "suspended") return refuseCall(SUSPENDED, 403, withCookies(login.cookie));
  return Response.json({ response: "success", userLevel: login.level }, { headers: withCookies(login.cookie) });
}
