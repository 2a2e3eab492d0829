import { requireLevel } from "~/accounts/guard.server";
import { zipAnswer } from "~/http/zip";
import { reportForFiles } from "~/reports/document/ask.server";
import { fileName, reportFiles } from "~/reports/document/files";
import type { Route } from "./+types/zip-file";

/** All tables of a report as files in one. */
export async function loader(args: Route.LoaderArgs) {
  const asked = requireLevel("progress", args);
  const report = await reportForFiles(asked, new URL(args.request.url).searchParams);
  return zipAnswer(fileName(report.head), reportFiles(report), asked.now);
}
