import { type LoaderFunctionArgs, redirect } from "react-router";
import { requireReauthentication } from "~/account/guard.server";
import { readForm } from "~/platform/http/read-form.server";
import { addressOf, hasDateFaults, readChoices } from "./choices";
import type { TableKind } from "./columns";
import type { FileAsked } from "./file.server";
import { foundFileForm } from "./form";

type Args = Parameters<typeof requireReauthentication>[1] & Pick<LoaderFunctionArgs, "request" | "url">;

/**
 * A table as a file, asked for by whoever has just said who they are.
 * @throws the way to the page, which says what is wrong with dates that are none
 */
export function fileAsked(kind: TableKind, args: Args): FileAsked {
  const search = args.url.searchParams;
  const page = addressOf(kind, readChoices(kind, search));
  if (hasDateFaults(readChoices(kind, search))) throw redirect(page);
  return { asked: requireReauthentication("diary", args, page), request: args.request, search, words: "" };
}

/** What of it was found by words, which stand in no address. @throws the way to the page without words */
export async function foundFileAsked(kind: TableKind, args: Args): Promise<FileAsked> {
  const file = fileAsked(kind, args);
  const form = await readForm(args.request, foundFileForm);
  if (!form.ok || form.value.words === "") throw redirect(addressOf(kind, readChoices(kind, file.search)));
  return { ...file, words: form.value.words };
}
