import { requireLevel } from "~/accounts/guard.server";
import { caseDataFile } from "~/reports/data-tables/file.server";
import type { Route } from "./+types/case-data-file";

/** The cases that the page shows, all pages of them, as a file. */
export function loader(args: Route.LoaderArgs) {
  const { db, user, vault, now } = requireLevel("diary", args);
  return caseDataFile({ db, vault, userRef: user.unique_ref, now }, args.url.searchParams);
}
