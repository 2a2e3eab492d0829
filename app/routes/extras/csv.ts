import { requireReauthentication } from "~/account/guard.server";
import { recordDownload } from "~/data/export/file-response.server";
import { feesCsv, fileName } from "~/diary/fees/ledger/csv";
import { addressOf, readFilters, taxYearIn } from "~/diary/fees/ledger/filters";
import { readLedger, textsOf } from "~/diary/fees/ledger/ledger.server";
import { csvResponse } from "~/platform/http/csv";
import { formatCounted } from "~/platform/time/counted";
import type { Route } from "./+types/csv";

/** Sends the fees that the page shows under the same filters, of all its pages, as a file. */
export async function loader(args: Route.LoaderArgs) {
  const filters = readFilters(args.url.searchParams);
  const context = requireReauthentication("diary", args, addressOf(filters));
  const ledger = await readLedger(context, filters);
  const texts = await textsOf(context, ledger, ledger.shown);
  const rows = ledger.shown.map((fee, at) => ({ fee, texts: texts[at] ?? { notes: "", description: "" } }));
  const year = typeof filters.year === "number" ? taxYearIn(filters.year).name : null;
  await recordDownload(context, args.request, `additional paid work, ${formatCounted(rows.length, "fee")}`);
  return csvResponse(fileName(year), feesCsv(rows, ledger.today));
}
