import { CASE_DATA } from "~/data/tables/columns";
import { caseDataFile, fileAsked, foundFileAsked } from "~/data/tables/file.server";
import type { Route } from "./+types/case-data-file";

/** Sends the cases that the page shows, of all its pages, as a file. */
export function loader(args: Route.LoaderArgs) {
  return caseDataFile(fileAsked(CASE_DATA, args));
}

/** The same for cases that were found by words. */
export async function action(args: Route.ActionArgs) {
  return caseDataFile(await foundFileAsked(CASE_DATA, args));
}
