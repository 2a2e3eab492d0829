import { appContextOf, levelAfter } from "~/account/guard.server";
import { loginForm } from "~/account/login/form";
import { tryLogIn } from "~/account/login/log-in.server";
import { cookiesOfLogin, userContext } from "~/account/login/logins.server";
import { CHECK_DETAILS } from "~/account/rules";
import { SUSPENDED } from "~/account/suspension/pass.server";
import { burstLimiterContext } from "~/platform/http/bursts";
import { withCookies } from "~/platform/http/cookies";
import { requirePost } from "~/platform/http/csrf.server";
import { readJsonForm, refuseCall, refuseFields, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/login";

export const loader = () => refuseMethod("POST");

/** Message for a call, which cannot show the check. */
const TOO_MANY_LOGINS = "Too many wrong passwords. Pass the check that you are a person, and send its turnstile_token";

/** Returns level 0 for a right password if a code is still required: `twofactorcheck` then reports that. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf({ context });
  await requirePost(request, app.vault);
  const form = await readJsonForm(request, loginForm, { ticks: ["remember"] });
  if (!form.ok) return refuseFields(form.state.errors);
  const login = await tryLogIn(app, request, form.value, context.get(burstLimiterContext));
  if (login.is === "held") return refuseCall(TOO_MANY_LOGINS, 429);
  if (login.is === "refused") return refuseCall(CHECK_DETAILS, 401);
  if (login.is === "suspended") return refuseCall(SUSPENDED, 403, withCookies(login.cookie));
  const headers = await cookiesOfLogin(app.db, request, context.get(userContext), login);
  return Response.json({ userLevel: levelAfter(login), partner: null }, { headers });
}
