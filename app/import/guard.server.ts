import {
  appContextOf,
  lacksSecondFactor,
  type RequestContext,
  type RouteArguments,
  requestContextOf,
  requireLevel,
} from "~/account/guard.server";
import { ADMIN_LEVEL, mayOpen } from "~/account/levels";
import { userContext } from "~/account/login/logins.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { refuseCall } from "~/platform/http/read-json.server";
import { LOG_IN } from "./format";

/**
 * Guard, called first by every page of the import: as `requireLevel`, for the level that the setting names.
 * @throws Response as `requireLevel`; also a redirect to /logbook/ with the reason, for a level below it
 * (specification, section 6)
 */
export function requireImport(args: RouteArguments): RequestContext {
  const context = requireLevel("diary", args);
  const least = context.site.csvImportMinLevel;
  if (context.user.level >= least) return context;
  throw redirectWithMessage(args.request, "/logbook/", notFor(least), { done: false });
}

/**
 * As `requireImport`, for calls of the import's script.
 * @throws Response 403
 */
export function requireImportCall(args: RouteArguments): RequestContext {
  const app = appContextOf(args);
  const user = args.context.get(userContext);
  if (!user || !mayOpen("diary", user.level) || lacksSecondFactor(user)) throw refuseCall(LOG_IN, 403);
  if (user.level < app.site.csvImportMinLevel) throw refuseCall(notFor(app.site.csvImportMinLevel), 403);
  return requestContextOf(user, args);
}

function notFor(least: number): string {
  const who = least === ADMIN_LEVEL ? "administrators" : `users of level ${least} and above`;
  return `CSV import is open to ${who} only on this Daybook`;
}
