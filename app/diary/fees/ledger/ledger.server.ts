import { decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { formatWorkKind, taxYearOf } from "~/diary/fees/kinds";
import { namesByRef, payerNames } from "~/diary/fees/payer-names.server";
import { feePlace } from "~/diary/fees/table.server";
import { containsAllWords, wordsOf } from "~/diary/search/words";
import type { Actor } from "~/platform/context";
import { type Cipher, openedOr, UNREADABLE_TEXT } from "~/platform/crypto/vault.server";
import { withTexts } from "~/platform/db/near-texts.server";
import { addDays, type LondonDate, londonMoment, londonToday } from "~/platform/time/london";
import { FEE_KINDS, type Fee } from "./fee";
import { type FeeRow, feeOf, feeRows, firstDay, taxBasisOf } from "./fees.server";
import {
  addressOf,
  type Filters,
  pageOf,
  payerChoices,
  STATUSES,
  shownOf,
  taxYearIn,
  yearOf,
  yearsFrom,
} from "./filters";
import { byMonth, byPayer, partsOfYear, taxTotals, tilesOf, totalOf } from "./ledger";
import { type FeeTexts, lineOf } from "./lines";

/** Reads the data of the extra-work pages in one batch. */
export async function readLedger({ db, userId, now }: Actor, filters: Filters) {
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
  const shown = shownOf(fees, filters, basis, today);
  return {
    ...{
      today,
      fees,
      basis,
      shown,
      rows: new Map(rows.map((row) => [row.unique_ref, row])),
      payers: [...names.values()],
    },
    any: first?.any ?? false,
    first: first ? firstOf(first) : null,
  };
}

type Ledger = Awaited<ReturnType<typeof readLedger>>;

/**
 * Days that work may precede its timesheet or payment, for the choice of years: its own date would have to be searched
 * for in all sessions and cases of old years.
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

/** Decrypts the texts of fees, in the order of `fees`. */
export function textsOf({ db, cipher, userId }: Actor, ledger: Ledger, fees: readonly Fee[]): Promise<FeeTexts[]> {
  const rows = fees.flatMap(({ unique_ref }) => ledger.rows.get(unique_ref) ?? []);
  return withTexts(
    db,
    { table: cases, userId },
    rows,
    ({ case_ref }) => case_ref,
    (row) => decryptFeeTexts(cipher, row),
  );
}

type Encrypted = Pick<FeeRow, "unique_ref" | "case_ref" | "fee_text_encrypted" | "text_encrypted">;

/** Decrypts the texts of a fee. One that cannot be decrypted must not break the page: a message takes its place. */
async function decryptFeeTexts(cipher: Cipher, row: Encrypted): Promise<FeeTexts> {
  const { unique_ref, case_ref, fee_text_encrypted, text_encrypted } = row;
  const opening = Promise.all([
    cipher.decrypt(feePlace(unique_ref), fee_text_encrypted),
    case_ref === null ? null : decryptCaseText(cipher, { unique_ref: case_ref, text_encrypted }),
  ]);
  const [notes, text] = await openedOr(opening, [UNREADABLE_TEXT, null]);
  return { notes, description: text?.case_description ?? "" };
}

/** The lines of fees, with their texts decrypted. */
async function linesOf(by: Actor, ledger: Ledger, fees: readonly Fee[]) {
  const texts = await textsOf(by, ledger, fees);
  return fees.map((fee, at) => lineOf(fee, texts[at] ?? { notes: "", description: "" }, ledger.today));
}

/** Most fees whose texts are decrypted in a search. */
const MAX_DECRYPTED = 1000;
/** Most results of a search that are shown. */
const MAX_FOUND = 200;

/**
 * Searches the shown fees, newest first, for all the words: in payer, element, site, kind of work, procedure codes,
 * reference or a decrypted text.
 */
async function findFees(by: Actor, ledger: Ledger, typed: string) {
  const words = wordsOf(typed);
  const looked = ledger.shown.slice(0, MAX_DECRYPTED);
  const texts = await textsOf(by, ledger, looked);
  const found = looked.filter((fee, at) => {
    const { notes = "", description = "" } = texts[at] ?? {};
    const plain = [fee.payer, fee.element ?? "", fee.site, formatWorkKind(fee.work_kind), fee.procedure_codes];
    return containsAllWords([...plain, fee.reference, notes, description], words);
  });
  return {
    fees: found.slice(0, MAX_FOUND),
    of: looked.length,
    isAll: ledger.shown.length <= MAX_DECRYPTED && found.length <= MAX_FOUND,
  };
}

/** From so many fees on they are filtered and searched, and their ages told. */
const MANY_FEES = 10;

/** The data of the extra-work page. */
export async function extrasPage(by: Actor, filters: Filters) {
  const ledger = await readLedger(by, filters);
  const { today, fees, basis, shown, first, any } = ledger;
  const { rows, page, pages } = pageOf(shown, filters.page);
  const year = yearOf(filters, today);
  const ofYear = partsOfYear(fees, year, basis);
  const isFiltered = addressOf({ ...filters, page: 1 }) !== addressOf({});
  return {
    today,
    filters,
    tiles: tilesOf(fees, today),
    any,
    isMany: fees.length >= MANY_FEES || isFiltered,
    lines: await linesOf(by, ledger, rows),
    shown: sumOf(shown),
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

function sumOf(fees: readonly Fee[]): { fees: number; pence: number } {
  return { fees: fees.length, pence: fees.reduce((sum, fee) => sum + fee.amount_pence, 0) };
}

/**
 * The latest of today, the dates of all fees, and the chosen year, so that the choices include the year that is shown.
 */
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

/**
 * The payers of the fees that were read, and always the chosen one: otherwise the list would be filtered by a choice
 * that is not visible.
 */
function payersToChoose({ fees, payers }: Ledger, chosen: string) {
  const choices = payerChoices(fees.map(({ payer }) => payer));
  if (chosen === "" || choices.some(({ value }) => value === chosen)) return choices;
  const named = payerChoices(["", ...payers]).find(({ value }) => value === chosen);
  return [...choices, named ?? { value: chosen, label: "Chosen payer" }];
}

/** The results of a search: the fees of the page that contain the words. */
export async function extrasFound(by: Actor, filters: Filters, words: string) {
  const ledger = await readLedger(by, filters);
  const found = await findFees(by, ledger, words);
  return {
    lines: await linesOf(by, ledger, found.fees),
    shown: sumOf(found.fees),
    of: found.of,
    isAll: found.isAll,
  };
}

export type ExtrasFound = Awaited<ReturnType<typeof extrasFound>>;
