import { data } from "react-router";
import { requireReauthentication } from "~/account/guard.server";
import { recordDownload } from "~/data/export/file-response.server";
import { csvResponse } from "~/platform/http/csv";
import { blockNamed, blockRows, fileName, printViewOf, reportForFiles } from "~/reports/document/files.server";
import type { Route } from "./+types/table-file";

/**
 * Returns the table of a report that `?table=` names, as a CSV file.
 * @throws 404 when the report has no such table
 */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url;
  const context = requireReauthentication("progress", args, printViewOf(searchParams));
  const report = await reportForFiles(context, searchParams);
  const block = blockNamed(report, searchParams.get("table") ?? "");
  if (block === undefined) throw data(null, { status: 404 });
  await recordDownload(context, args.request, `table ${block.id} of a report, ${report.head.period_words}`);
  return csvResponse(fileName(report.head, block.id), blockRows(block));
}
