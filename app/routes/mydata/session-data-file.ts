import { requireLevel } from "~/accounts/guard.server";
import { sessionDataFile } from "~/reports/data-tables/file.server";
import type { Route } from "./+types/session-data-file";

/** The sessions that the page shows, all pages of them, as a file. */
export function loader(args: Route.LoaderArgs) {
  const { db, user, vault, now } = requireLevel("diary", args);
  return sessionDataFile({ db, vault, userRef: user.unique_ref, now }, args.url.searchParams);
}
