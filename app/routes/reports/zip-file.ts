import { requireReauthentication } from "~/account/guard.server";
import { fileAnswer, putOnRecord, zipFile } from "~/data/export/file-answer.server";
import { csvOf } from "~/platform/http/csv";
import { fileName, printViewOf, reportFiles, reportForFiles } from "~/reports/document/files.server";
import type { Route } from "./+types/zip-file";

/** Returns all tables of a report as CSV files in a ZIP. */
export async function loader(args: Route.LoaderArgs) {
  const asked = requireReauthentication("progress", args, printViewOf(args.url.searchParams));
  const report = await reportForFiles(asked, args.url.searchParams);
  await putOnRecord(asked, args.request, `tables of a report, ${report.head.period_words}`);
  const files = reportFiles(report).map(({ name, rows }) => ({ name: `${name}.csv`, pieces: [csvOf(rows)] }));
  return fileAnswer(`${fileName(report.head)}.zip`, "application/zip", zipFile(files, asked.now));
}
