import { requireReauthentication } from "~/account/guard.server";
import { putOnRecord } from "~/data/export/file-answer.server";
import { feesCsv, fileName } from "~/diary/fees/extra-work/csv";
import { addressOf, readFilters, taxYearIn } from "~/diary/fees/extra-work/filters";
import { readLedger, textsOf } from "~/diary/fees/extra-work/ledger.server";
import { csvAnswer } from "~/platform/http/csv";
import { counted } from "~/platform/time/counted";
import type { Route } from "./+types/csv";

/** Sends the fees that the page shows under the same filters, of all its pages, as a file. */
export async function loader(args: Route.LoaderArgs) {
  const filters = readFilters(args.url.searchParams);
  const asked = requireReauthentication("diary", args, addressOf(filters));
  const ledger = await readLedger(asked, filters);
  const texts = await textsOf(asked, ledger, ledger.shown);
  const rows = ledger.shown.map((fee, at) => ({ fee, texts: texts[at] ?? { notes: "", description: "" } }));
  const year = typeof filters.year === "number" ? taxYearIn(filters.year).name : null;
  await putOnRecord(asked, args.request, `extra work, ${counted(rows.length, "fee")}`);
  return csvAnswer(fileName(year), feesCsv(rows, ledger.today));
}
