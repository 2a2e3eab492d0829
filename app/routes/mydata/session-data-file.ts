import { redirect } from "react-router";
import { requireProof } from "~/accounts/guard.server";
import { readForm } from "~/http/read-form.server";
import { addressOf, hasDateFaults, readChoices } from "~/reports/data-tables/choices";
import { SESSION_DATA } from "~/reports/data-tables/columns";
import { sessionDataFile } from "~/reports/data-tables/file.server";
import { foundFileForm } from "~/reports/data-tables/form";
import type { Route } from "./+types/session-data-file";

/** The sessions that the page shows, all pages of them, as a file. */
export function loader(args: Route.LoaderArgs) {
  return sessionDataFile({ ...proved(args), words: "" });
}

/** Those of them that were found by words, which stand in no address. */
export async function action(args: Route.ActionArgs) {
  const asked = proved(args);
  const form = await readForm(args.request, foundFileForm);
  if (!form.ok || form.value.words === "") return redirect(pageOf(args.url));
  return sessionDataFile({ ...asked, words: form.value.words });
}

/** @throws the way to the page, which says what is wrong with dates that are none */
function proved(args: Route.LoaderArgs | Route.ActionArgs) {
  if (hasDateFaults(readChoices(SESSION_DATA, args.url.searchParams))) throw redirect(pageOf(args.url));
  const asked = requireProof("diary", args, pageOf(args.url));
  return { asked, request: args.request, search: args.url.searchParams };
}

function pageOf({ searchParams }: URL): string {
  return addressOf(SESSION_DATA, readChoices(SESSION_DATA, searchParams));
}
