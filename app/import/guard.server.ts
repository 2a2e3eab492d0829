import { type Asked, askedBy, owesFactor, type RouteArguments, requireLevel, worldOf } from "~/account/guard.server";
import { ADMIN_LEVEL, mayOpen } from "~/account/levels";
import { userContext } from "~/account/login/logins.server";
import { redirectSaying } from "~/platform/http/flash.server";
import { refuseCall } from "~/platform/http/read-json.server";
import { LOG_IN } from "./format";

/**
 * Guard, called first by every page of the import: as `requireLevel`, for the level that the setting names.
 * @throws Response as `requireLevel`; also a redirect to /logbook/ with the reason, for a level below it
 * (specification, section 6)
 */
export function requireImport(args: RouteArguments): Asked {
  const asked = requireLevel("diary", args);
  const least = asked.site.csvImportMinLevel;
  if (asked.user.level >= least) return asked;
  throw redirectSaying(args.request, "/logbook/", notFor(least));
}

/**
 * As `requireImport`, for calls of the import's script.
 * @throws Response 403
 */
export function requireImportCall(args: RouteArguments): Asked {
  const world = worldOf(args);
  const user = args.context.get(userContext);
  if (!user || !mayOpen("diary", user.level) || owesFactor(user)) throw refuseCall(LOG_IN, 403);
  if (user.level < world.site.csvImportMinLevel) throw refuseCall(notFor(world.site.csvImportMinLevel), 403);
  return askedBy(user, args);
}

function notFor(least: number): string {
  const who = least === ADMIN_LEVEL ? "administrators" : `users of level ${least} and above`;
  return `CSV import is open to ${who} only on this Daybook.`;
}
