import { requireReauthentication } from "~/account/guard.server";
import { fileResponse, recordDownload, zipFile } from "~/data/export/file-response.server";
import { csvOf } from "~/platform/http/csv";
import { fileName, printViewOf, reportFiles, reportForFiles } from "~/reports/document/files.server";
import type { Route } from "./+types/zip-file";

/** Returns all tables of a report as CSV files in a ZIP. */
export async function loader(args: Route.LoaderArgs) {
  const context = requireReauthentication("progress", args, printViewOf(args.url.searchParams));
  const report = await reportForFiles(context, args.url.searchParams);
  await recordDownload(context, args.request, `tables of a report, ${report.head.period_words}`);
  const files = reportFiles(report).map(({ name, rows }) => ({ name: `${name}.csv`, pieces: [csvOf(rows)] }));
  return fileResponse(`${fileName(report.head)}.zip`, "application/zip", zipFile(files, context.now));
}
