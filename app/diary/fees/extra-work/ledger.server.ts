import { namesByRef, payerNames } from "~/diary/fees/payers.server";
import { holdsAll, wordsOf } from "~/diary/search/words";
import type { Asker } from "~/platform/context";
import { addDays, type LondonDate, londonMoment, londonToday } from "~/platform/time/london";
import type { Fee } from "./fee";
import { feeOf } from "./fee-of";
import { type FeeRow, feeRows, firstDay, taxBasisOf } from "./fees.server";
import { type Filters, shownOf } from "./filters";
import { formatWorkKind, lineOf } from "./lines";
import { payerHash } from "./payers";
import { decryptFeeTexts, type FeeTexts } from "./texts.server";

/** All that the pages of extra work count, in one batch. */
export async function readLedger({ db, userId, now }: Asker, filters: Filters) {
  const today = londonToday(now);
  const [rows, [first], [settings], named] = await db.batch([
    feeRows(db, userId, filters, today),
    firstDay(db, userId),
    taxBasisOf(db, userId),
    payerNames(db, userId),
  ]);
  const names = namesByRef(named);
  const fees = rows.map((row) => feeOf(row, names));
  const basis = settings?.tax_basis ?? "work";
  const shown = shownOf(fees, filters, basis, today, payerHash);
  return {
    ...{ today, fees, basis, shown, text_encrypted: encryptedOf(rows), payers: [...names.values()] },
    any: first?.any ?? false,
    first: first ? firstOf(first) : null,
  };
}

export type Ledger = Awaited<ReturnType<typeof readLedger>>;

function encryptedOf(rows: readonly FeeRow[]): Map<string, FeeRow> {
  return new Map(rows.map((row) => [row.unique_ref, row]));
}

/**
 * How long before its timesheet or payment the work may have been, for the choice of years: its own day would have to
 * be looked for in all the sessions and cases of old years.
 */
const WORK_BEFORE_DAYS = 366;

function firstOf(first: Awaited<ReturnType<typeof firstDay>>[number]): LondonDate | null {
  const dated = [first.timesheet, first.paid].filter((date) => date !== null).sort()[0];
  const session = first.session === null ? null : londonMoment(first.session).date;
  const before = dated ? addDays(dated, -WORK_BEFORE_DAYS) : null;
  const worked = session && before && session > before && session <= (dated ?? session) ? session : before;
  const unclaimed = first.unclaimed === null ? null : londonMoment(first.unclaimed).date;
  return [worked, first.alone, unclaimed].filter((date) => date !== null).sort()[0] ?? null;
}

/** So many texts are opened at once: thousands of them would all be in memory, half opened. */
const OPENED_AT_ONCE = 200;

/** Opens the texts of fees. */
export async function textsOf({ cipher }: Asker, ledger: Ledger, fees: readonly Fee[]): Promise<FeeTexts[]> {
  const texts: FeeTexts[] = [];
  for (let from = 0; from < fees.length; from += OPENED_AT_ONCE) {
    const opened = fees.slice(from, from + OPENED_AT_ONCE).map((fee) => {
      const row = ledger.text_encrypted.get(fee.unique_ref);
      return row ? decryptFeeTexts(cipher, row) : { notes: "", description: "" };
    });
    texts.push(...(await Promise.all(opened)));
  }
  return texts;
}

/** The lines of fees, with their texts opened. */
export async function linesOf(by: Asker, ledger: Ledger, fees: readonly Fee[]) {
  const texts = await textsOf(by, ledger, fees);
  return fees.map((fee, at) => lineOf(fee, texts[at] ?? { notes: "", description: "" }, ledger.today));
}

/** How many texts are opened to look for words. */
const MOST_OPENED = 1000;
/** How many that are found are shown. */
const MOST_FOUND = 200;

/** The shown fees, newest first, that hold all the words in payer, element, kind, reference or an opened text. */
export async function findFees(by: Asker, ledger: Ledger, typed: string) {
  const words = wordsOf(typed);
  const looked = ledger.shown.slice(0, MOST_OPENED);
  const texts = await textsOf(by, ledger, looked);
  const found = looked.filter((fee, at) => {
    const { notes = "", description = "" } = texts[at] ?? {};
    const plain = [fee.payer, fee.element ?? "", fee.site, formatWorkKind(fee.work_kind), fee.procedure_codes];
    return holdsAll([...plain, fee.reference, notes, description], words);
  });
  return {
    fees: found.slice(0, MOST_FOUND),
    of: looked.length,
    isAll: ledger.shown.length <= MOST_OPENED && found.length <= MOST_FOUND,
  };
}
