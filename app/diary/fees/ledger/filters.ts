import { type TaxBasis, taxYearOf } from "~/diary/fees/kinds";
import { feeStatus, moneyParts } from "~/diary/fees/rules";
import { addDays, type LondonDate } from "~/platform/time/london";
import { payerKey } from "../kinds";
import { FEE_KINDS, type Fee, type FeeKind, isOutstanding } from "./fee";
import { feesOfYear } from "./ledger";

export const STATUSES = {
  outstanding: "Outstanding",
  "not-claimed": "Not yet claimed",
  "not-paid": "Claimed and waiting",
  short: "Paid short",
  paid: "Paid",
  came: "Paid in the tax year, in full or in part",
  "written-off": "Written off",
} as const;
type StatusFilter = keyof typeof STATUSES;

/** The filters of the list of fees, as in the address: never a text of the user. */
export interface Filters {
  status: StatusFilter | null;
  kind: FeeKind | null;
  /** See `payerHash`; empty for any. */
  payer: string;
  /** The year in which the tax year begins; null for the current fees: see `shownOf`. */
  year: number | "all" | null;
  /** From 1. */
  page: number;
}

/** The tax year that contains 1 January 1900. */
const FIRST_TAX_YEAR = 1899;
const LAST_TAX_YEAR = 2099;

/** Reads the filters from an address; unknown values are ignored. */
export function readFilters(search: URLSearchParams): Filters {
  const [status, kind] = [search.get("status"), search.get("kind")];
  const year = search.get("year") ?? "";
  const begins = /^\d{4}$/.test(year) ? Number(year) : null;
  const page = /^\d{1,4}$/.test(search.get("page") ?? "") ? Number(search.get("page")) : 1;
  return {
    status: status && Object.hasOwn(STATUSES, status) ? (status as StatusFilter) : null,
    kind: kind && Object.hasOwn(FEE_KINDS, kind) ? (kind as FeeKind) : null,
    payer: /^[\w-]{1,12}$/.test(search.get("payer") ?? "") ? (search.get("payer") as string) : "",
    year: year === "all" ? "all" : begins && begins >= FIRST_TAX_YEAR && begins <= LAST_TAX_YEAR ? begins : null,
    page: Math.max(1, page),
  };
}

/** The address of the page at `path` with these filters. */
export function addressOf(filters: Partial<Filters>, path = "/extras/"): string {
  const search = new URLSearchParams();
  const { status, kind, payer, year, page = 1 } = filters;
  if (status) search.set("status", status);
  if (kind) search.set("kind", kind);
  if (payer) search.set("payer", payer);
  if (year) search.set("year", String(year));
  if (page > 1) search.set("page", String(page));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The tax year that begins in a year. */
export function taxYearIn(year: number) {
  return taxYearOf(`${year}-04-06`);
}

/** The tax year of the totals: the chosen one, else the one that contains today. */
export function yearOf({ year }: Pick<Filters, "year">, today: LondonDate) {
  return typeof year === "number" ? taxYearIn(year) : taxYearOf(today);
}

/**
 * The fees that match the filters, newest work first. Without a year: all that are outstanding, and all with
 * any of their dates in the current tax year. With a year: those of that tax year by the user's basis.
 */
export function shownOf(fees: readonly Fee[], filters: Filters, basis: TaxBasis, today: LondonDate): Fee[] {
  const { status, kind, payer, year } = filters;
  const inTime =
    typeof year === "number" ? feesOfYear(fees, taxYearIn(year), basis) : year === "all" ? fees : current(fees, today);
  return inTime
    .filter((fee) => status === null || hasStatus(fee, status, yearOf(filters, today)))
    .filter((fee) => kind === null || fee.kind === kind)
    .filter((fee) => payer === "" || payerHash(fee.payer) === payer)
    .toSorted((one, other) => (one.work === other.work ? compare(one, other) : one.work < other.work ? 1 : -1));
}

function current(fees: readonly Fee[], today: LondonDate): Fee[] {
  const year = taxYearOf(today);
  return fees.filter((fee) => {
    const { state } = feeStatus(fee);
    if (isOutstanding(state)) return true;
    return (["work", "claim", "paid"] as const).some((basis) => feesOfYear([fee], year, basis).length > 0);
  });
}

function hasStatus(fee: Fee, status: StatusFilter, year: Parameters<typeof feesOfYear>[1]): boolean {
  if (status === "came") return moneyParts(fee).paid > 0 && feesOfYear([fee], year, "paid").length > 0;
  const { state } = feeStatus(fee);
  return status === "outstanding" ? isOutstanding(state) : state === status;
}

/** Order of fees of one day: the later first, and always in the same order. */
function compare(one: Fee, other: Fee): number {
  const [first, second] = [one.from_minute ?? 0, other.from_minute ?? 0];
  if (first !== second) return second - first;
  return one.unique_ref < other.unique_ref ? -1 : 1;
}

const FEES_PER_PAGE = 50;

/** A page of rows; the last page if the requested one does not exist. */
export function pageOf<Row>(rows: readonly Row[], page: number): { rows: Row[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / FEES_PER_PAGE));
  const here = Math.min(page, pages);
  return { rows: rows.slice((here - 1) * FEES_PER_PAGE, here * FEES_PER_PAGE), page: here, pages };
}

/**
 * The tax years to choose from, newest first.
 * @param first earliest date of the work or of a fee; null for none
 * @param last latest date
 */
export function yearsFrom(first: LondonDate | null, last: LondonDate): { value: string; label: string }[] {
  const years: { value: string; label: string }[] = [];
  for (let { begins, name } = taxYearOf(last); ; { begins, name } = taxYearOf(addDays(begins, -1))) {
    years.push({ value: begins.slice(0, 4), label: name });
    if (first === null || begins <= first) return years;
  }
}

/** A payer in an address: a hash of `payerKey`, never the name, which is the user's own text. */
export function payerHash(payer: string): string {
  if (payer === "") return NO_PAYER;
  let hash = 0x81_1c_9d_c5;
  for (const byte of new TextEncoder().encode(payerKey(payer))) {
    hash = Math.imul(hash ^ byte, 0x01_00_01_93) >>> 0;
  }
  return hash.toString(36);
}

const NO_PAYER = "none";

/** The payers of fees to choose from, by name; those without a payer last. */
export function payerChoices(payers: readonly string[]): { value: string; label: string }[] {
  return [...new Set(payers)]
    .map((payer) => ({ value: payerHash(payer), label: payer || "No payer" }))
    .sort(
      (one, other) =>
        Number(one.value === NO_PAYER) - Number(other.value === NO_PAYER) ||
        one.label.localeCompare(other.label, "en-GB"),
    );
}
