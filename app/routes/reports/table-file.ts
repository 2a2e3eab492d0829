import { data } from "react-router";
import { requireLevel } from "~/accounts/guard.server";
import { csvAnswer } from "~/http/csv";
import { reportForFiles } from "~/reports/document/ask.server";
import { blockFile, blockNamed, fileName } from "~/reports/document/files";
import type { Route } from "./+types/table-file";

/** One table of a report, named by `table`, as a file. */
export async function loader(args: Route.LoaderArgs) {
  const asked = requireLevel("progress", args);
  const { searchParams } = args.url;
  const report = await reportForFiles(asked, searchParams);
  const block = blockNamed(report, searchParams.get("table") ?? "");
  if (block === undefined) throw data(null, { status: 404 });
  return csvAnswer(fileName(report.head, block.id), blockFile(block).rows);
}
