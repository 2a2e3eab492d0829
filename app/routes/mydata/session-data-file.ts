import { SESSION_DATA } from "~/data/tables/columns";
import { fileAsked, foundFileAsked, sessionDataFile } from "~/data/tables/file.server";
import type { Route } from "./+types/session-data-file";

/** Sends the sessions that the page shows, of all its pages, as a file. */
export function loader(args: Route.LoaderArgs) {
  return sessionDataFile(fileAsked(SESSION_DATA, args));
}

/** The same for sessions that were found by words. */
export async function action(args: Route.ActionArgs) {
  return sessionDataFile(await foundFileAsked(SESSION_DATA, args));
}
