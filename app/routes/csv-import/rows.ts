import { importRefusal } from "~/account/may-import.server";
import { importCall, MAX_CHUNK_BYTES } from "~/import/form";
import { requireImportCall } from "~/import/guard.server";
import { knownFile } from "~/import/map/known-file.server";
import { beginImport } from "~/import/stage/begin.server";
import { receiveRows } from "~/import/stage/receive.server";
import { missingCsrf, requirePost } from "~/platform/http/csrf.server";
import { quotaRefusal } from "~/platform/http/read-form.server";
import { readJson, refuseCall, withJsonErrors } from "~/platform/http/read-json.server";
import type { Route } from "./+types/rows";

const CLOSED = "This import was cleared or undone while the file was being sent. Choose the file again to import it";

/** For the script of the import: what is known of a file by its `layout` and `file_hash`. */
export async function loader(args: Route.LoaderArgs) {
  const context = requireImportCall(args);
  const sought = args.url.searchParams;
  const cookie = await missingCsrf(args.request, context.vault);
  const file = { layout: sought.get("layout") ?? "", file_hash: sought.get("file_hash") ?? "" };
  return Response.json(await knownFile(context, file), { headers: cookie ? { "Set-Cookie": cookie } : {} });
}

/** Receives a file: first its facts, then its rows by the thousand. */
export async function action(args: Route.ActionArgs) {
  const context = requireImportCall(args);
  await requirePost(args.request, context.vault);
  const sent = await readJson(args.request, importCall, MAX_CHUNK_BYTES);
  const full = await quotaRefusal();
  if (full !== null) return refuseCall(full, 422);
  if (sent.intent === "begin") {
    const refused = await importRefusal(context, "csv");
    if (refused) return refuseCall(refused.message, refused.status);
    const { intent: _, ...facts } = sent;
    return Response.json(await beginImport(context, facts));
  }
  return withJsonErrors(async () => {
    const received = await receiveRows(context, sent.import_ref, sent.from, sent.rows);
    return received ? Response.json(received) : refuseCall(CLOSED, 409);
  });
}
