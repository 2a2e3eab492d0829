import { formDraftContext } from "~/account/form-drafts/form-drafts.server";
import { type RouteArguments, requestContextOf } from "~/account/guard.server";
import { userContext } from "~/account/login/logins.server";
import { messageOf } from "~/platform/http/flash.server";
import { nullIfNotFound } from "~/platform/http/refusal.server";
import { pathAndQuery } from "~/platform/http/request-path";
import { CHOOSE_SESSION, formOf, type KeptEntry } from "./entry";
import { changeKept, finishKept, requireKept } from "./kept.server";

/**
 * Middleware: a page that is opened with `?kept=` is filled in with an entry that was refused, and once its form is saved
 * the entry is done. Costs nothing otherwise.
 */
export async function refillKept(
  args: RouteArguments & { url: URL },
  next: () => Promise<Response>,
): Promise<Response> {
  const { request, context, url } = args;
  const [ref, user] = [url.searchParams.get("kept"), context.get(userContext)];
  if (!ref || !user || !url.pathname.startsWith("/logbook/")) return next();
  const by = requestContextOf(user, args);
  const kept = await nullIfNotFound(requireKept(by, ref));
  if (!kept) return next();
  context.set(formDraftContext, { path: pathAndQuery(url), form: formOf(kept), why: kept.why });
  const response = await next();
  if (request.method === "POST" && messageOf(request, response)?.done)
    await (kept.then ? goOn(by, ref, kept) : finishKept(by, ref));
  return response;
}

/** The session is there: its cases wait for somebody to say that it is this one. */
function goOn(by: Parameters<typeof changeKept>[0], ref: string, { then: list, label, typed_at }: KeptEntry) {
  return changeKept(by, ref, { path: "", fields: list?.fields ?? [], label, typed_at, why: CHOOSE_SESSION });
}
