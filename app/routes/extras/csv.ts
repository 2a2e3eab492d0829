import { requireLevel } from "~/accounts/guard.server";
import { csvAnswer } from "~/http/csv";
import { feesCsv, fileName } from "~/reports/extras/csv";
import { readFilters, taxYearIn } from "~/reports/extras/filters";
import { readLedger, textsOf } from "~/reports/extras/ledger.server";
import type { Route } from "./+types/csv";

/** The fees that the page shows under the same filters, all pages of them, as a file. */
export async function loader(args: Route.LoaderArgs) {
  const { db, user, vault, now } = requireLevel("diary", args);
  const by = { db, vault, userRef: user.unique_ref, now };
  const filters = readFilters(args.url.searchParams);
  const ledger = await readLedger(by, filters);
  const texts = await textsOf(by, ledger, ledger.shown);
  const rows = ledger.shown.map((fee, at) => ({ fee, texts: texts[at] ?? { notes: "", description: "" } }));
  const year = typeof filters.year === "number" ? taxYearIn(filters.year).name : null;
  return csvAnswer(fileName(year), feesCsv(rows, ledger.today));
}
