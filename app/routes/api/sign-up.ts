import { appContextOf, levelAfter } from "~/account/guard.server";
import { cookiesOfLogin, userContext } from "~/account/login/logins.server";
import { signUpCall } from "~/account/sign-up/form";
import { isDecoyFilled, trySignUp } from "~/account/sign-up/sign-up.server";
import { SUSPENDED } from "~/account/suspension/pass.server";
import { newRef } from "~/platform/db/columns.server";
import { burstLimiterContext } from "~/platform/http/bursts";
import { withCookies } from "~/platform/http/cookies";
import { requirePost } from "~/platform/http/csrf.server";
import { jsonObject, readJson, readJsonAnswers, refuseCall, refuseMethod } from "~/platform/http/read-json.server";
import type { Route } from "./+types/sign-up";

export const loader = () => refuseMethod("POST");

function refuseMap(errors: Record<string, string>, status: number): Response {
  return Response.json(Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, [message]])), {
    status,
  });
}

/** The body of a refusal is the map of messages itself (specification section 7), without a wrapper. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf({ context });
  await requirePost(request, app.vault);
  const body = await readJson(request, jsonObject);
  const form = await readJsonAnswers({ ...body, idempotency_key: body.idempotency_key ?? newRef() }, signUpCall, {
    ticks: ["read_t_c"],
  });
  if (isDecoyFilled(form.state)) return Response.json({}, { status: 422 });
  if (!form.ok) return Response.json(form.state.errors, { status: 422 });
  const result = await trySignUp(app, request, form.value, form.fingerprint, context.get(burstLimiterContext));
  if (result.is === "refused") return refuseMap(result.errors, result.status);
  if (result.is === "suspended") return refuseCall(SUSPENDED, 403, withCookies(result.cookie));
  const headers = await cookiesOfLogin(app.db, request, context.get(userContext), result);
  return Response.json({ userLevel: levelAfter(result) }, { headers });
}
