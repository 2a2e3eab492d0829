import { redirect } from "react-router";
import { requireImport } from "~/import/guard.server";
import { readUpload, rejectedOf } from "~/import/map/read-upload.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import type { Route } from "./+types/rejected";

/** Returns the rejected rows as a file, for browsers without script: with script the browser makes the file itself. */
export async function action(args: Route.ActionArgs) {
  requireImport(args);
  const read = await readUpload(args.request);
  if ("message" in read) return redirectWithMessage(args.request, "/import_csv_data/", read.message, { done: false });
  return new Response(await rejectedOf(read.upload), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="rejected-rows.csv"',
    },
  });
}

export function loader(args: Route.LoaderArgs) {
  requireImport(args);
  return redirect("/import_csv_data/");
}
