import { redirect } from "react-router";
import { requireImport } from "~/csv-import/guard.server";
import { rejectedOf } from "~/csv-import/read-upload.server";
import { MOST_FORM_BYTES, uploadForm } from "~/csv-import/upload-form";
import { readForm } from "~/http/read-form.server";
import type { Route } from "./+types/rejected";

/** The rejected rows as a file, for browsers without script: with it the browser makes the file itself. */
export async function action(args: Route.ActionArgs) {
  requireImport(args);
  const form = await readForm(args.request, uploadForm, MOST_FORM_BYTES);
  if (!form.ok) return redirect("/import_csv_data/");
  return new Response(await rejectedOf(form.value), {
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
