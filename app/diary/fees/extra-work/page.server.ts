import { taxYearOf } from "~/diary/fees/kinds";
import type { Asker } from "~/platform/context";
import type { LondonDate } from "~/platform/time/london";
import { FEE_KINDS } from "./fee";
import { addressOf, type Filters, pageOf, STATUSES, taxYearIn, yearOf, yearsFrom } from "./filters";
import { byMonth, byPayer, feesOfYear, taxTotals, tilesOf, totalOf } from "./ledger";
import { findFees, type Ledger, linesOf, readLedger } from "./ledger.server";
import { payerChoices } from "./payers";

/** What the page of extra work shows. */
export async function extrasPage(by: Asker, filters: Filters) {
  const ledger = await readLedger(by, filters);
  const { today, fees, basis, shown, first, any } = ledger;
  const { rows, page, pages } = pageOf(shown, filters.page);
  const year = yearOf(filters, today);
  const ofYear = feesOfYear(fees, year, basis);
  return {
    today,
    filters,
    tiles: tilesOf(fees, today),
    any,
    lines: await linesOf(by, ledger, rows),
    shown: { fees: shown.length, pence: shown.reduce((sum, fee) => sum + fee.amount_pence, 0) },
    pages: {
      page,
      pages,
      earlier: page > 1 ? addressOf({ ...filters, page: page - 1 }) : null,
      later: page < pages ? addressOf({ ...filters, page: page + 1 }) : null,
    },
    choices: {
      years: yearsFrom(first, lastDay(ledger, filters)),
      payers: payersToChoose(ledger, filters.payer),
      statuses: Object.entries(STATUSES).map(([value, label]) => ({ value, label })),
      kinds: Object.entries(FEE_KINDS).map(([value, label]) => ({ value, label })),
    },
    current: taxYearOf(today).name,
    tax: {
      year: year.name,
      basis,
      totals: taxTotals(fees, year),
      payers: byPayer(ofYear, basis),
      months: byMonth(ofYear, basis),
      all: totalOf(byPayer(ofYear, basis)),
    },
  };
}

/** Of today, of any fee that is dated ahead, and of the year that is chosen: what is shown stands among the choices. */
function lastDay({ fees, today }: Ledger, { year }: Filters): LondonDate {
  const dates = fees.flatMap(({ work, timesheet_date, paid_date }) => [work, timesheet_date, paid_date]);
  const chosen = typeof year === "number" ? taxYearIn(year).begins : null;
  return (
    [today, chosen, ...dates]
      .filter((date) => date !== null)
      .sort()
      .at(-1) ?? today
  );
}

export type ExtrasPage = Awaited<ReturnType<typeof extrasPage>>;

/** Those of the fees that are read, and always the chosen one: else the list would be filtered by what no one sees. */
function payersToChoose({ fees, payers }: Ledger, chosen: string) {
  const choices = payerChoices(fees.map(({ payer }) => payer));
  if (chosen === "" || choices.some(({ value }) => value === chosen)) return choices;
  const named = payerChoices(["", ...payers]).find(({ value }) => value === chosen);
  return [...choices, named ?? { value: chosen, label: "Chosen payer" }];
}

/** The fees of the page that hold the words, as its answer to them. */
export async function extrasFound(by: Asker, filters: Filters, words: string) {
  const ledger = await readLedger(by, filters);
  const found = await findFees(by, ledger, words);
  return {
    lines: await linesOf(by, ledger, found.fees),
    shown: { fees: found.fees.length, pence: found.fees.reduce((sum, fee) => sum + fee.amount_pence, 0) },
    of: found.of,
    isAll: found.isAll,
  };
}

export type ExtrasFound = Awaited<ReturnType<typeof extrasFound>>;
