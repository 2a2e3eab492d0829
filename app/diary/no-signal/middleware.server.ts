import { formDraftContext } from "~/account/form-drafts/form-drafts.server";
import { type RouteArguments, requestContextOf } from "~/account/guard.server";
import { userContext } from "~/account/login/logins.server";
import { messageOf } from "~/platform/http/flash.server";
import { nullIfNotFound } from "~/platform/http/refusal.server";
import { pathAndQuery } from "~/platform/http/request-path";
import { formOf } from "./entry";
import { fillingAt } from "./filling";
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
  const filling = kept && fillingAt(kept, url.pathname);
  if (!filling) return next();
  const { fields, left } = filling;
  // Without fields the page is as it always is.
  if (fields.length > 0)
    context.set(formDraftContext, { path: pathAndQuery(url), form: formOf({ fields }), why: kept.why });
  const response = await next();
  if (request.method === "POST" && messageOf(request, response)?.done)
    await (left ? changeKept(by, ref, left) : finishKept(by, ref));
  return response;
}
