import { CASE_DATA } from "~/data/tables/columns";
import { caseDataFile, fileAsked, foundFileAsked } from "~/data/tables/file.server";
import type { Route } from "./+types/case-data-file";

/** The cases that the page shows, all pages of them, as a file. */
export function loader(args: Route.LoaderArgs) {
  return caseDataFile(fileAsked(CASE_DATA, args));
}

/** Those of them that were found by words. */
export async function action(args: Route.ActionArgs) {
  return caseDataFile(await foundFileAsked(CASE_DATA, args));
}
