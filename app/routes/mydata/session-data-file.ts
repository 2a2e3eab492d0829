import { SESSION_DATA } from "~/data/tables/columns";
import { fileAsked, foundFileAsked, sessionDataFile } from "~/data/tables/file.server";
import type { Route } from "./+types/session-data-file";

/** The sessions that the page shows, all pages of them, as a file. */
export function loader(args: Route.LoaderArgs) {
  return sessionDataFile(fileAsked(SESSION_DATA, args));
}

/** Those of them that were found by words. */
export async function action(args: Route.ActionArgs) {
  return sessionDataFile(await foundFileAsked(SESSION_DATA, args));
}
