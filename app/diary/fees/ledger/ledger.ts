import { TAX_BASES, type TaxBasis, taxYearOf } from "~/diary/fees/kinds";
import { moneyParts } from "~/diary/fees/rules";
import { lowerFirst } from "~/platform/letter-case";
import { formatCounted } from "~/platform/time/counted";
import type { LondonDate } from "~/platform/time/london";
import { byPayment, dateOf, type Fee, tookDays, waitsDays, worthOf } from "./fee";

/** Classes of waiting times of claimed fees; `until` is the last day of a class. */
export const AGE_CLASSES = [
  { words: "0–30 days", until: 30 },
  { words: "31–60 days", until: 60 },
  { words: "61–90 days", until: 90 },
  { words: "Over 90 days", until: Number.POSITIVE_INFINITY },
] as const;

/** The index of a class in `AGE_CLASSES`. */
export function ageClassOf(days: number): number {
  return AGE_CLASSES.findIndex(({ until }) => days <= until);
}

interface Sum {
  pence: number;
  fees: number;
}

/** Totals of fees by state on a day. */
export interface Tiles {
  notClaimed: Sum;
  waiting: Sum & { oldestDays: number | null; ages: Sum[] };
  /** Sum of `notClaimed`, `waiting` and `short`. */
  outstanding: Sum;
  short: Sum;
  /** Paid in the tax year that contains the day. */
  paid: Sum & { year: string; meanDays: number | null };
}

/**
 * The totals on `today`.
 * @param fees must include all that are outstanding or short, and all that were paid in the tax year of `today`
 */
export function tilesOf(fees: readonly Fee[], today: LondonDate): Tiles {
  const year = taxYearOf(today);
  const sum = (which: (fee: Fee) => number): Sum => {
    const pence = fees.map(which).filter((each) => each > 0);
    return { pence: pence.reduce((all, each) => all + each, 0), fees: pence.length };
  };
  const notClaimed = sum((fee) => moneyParts(fee).notClaimed);
  const waiting = sum((fee) => moneyParts(fee).waiting);
  const waits = fees.flatMap((fee) => waitsDays(fee, today) ?? []);
  const ages = AGE_CLASSES.map((_, index) =>
    sum((fee) => {
      const days = waitsDays(fee, today);
      return days !== null && ageClassOf(days) === index ? fee.amount_pence : 0;
    }),
  );
  const inYear = feesOfYear(fees, year, "paid");
  const short = sum((fee) => moneyParts(fee).short);
  const took = inYear.flatMap((fee) => tookDays(fee) ?? []);
  return {
    notClaimed,
    waiting: { ...waiting, oldestDays: waits.length > 0 ? Math.max(...waits) : null, ages },
    outstanding: {
      pence: notClaimed.pence + waiting.pence + short.pence,
      fees: notClaimed.fees + waiting.fees + short.fees,
    },
    short,
    paid: {
      pence: taxTotals(fees, year).paid,
      fees: inYear.length,
      year: year.name,
      meanDays: took.length > 0 ? took.reduce((all, days) => all + days, 0) / took.length : null,
    },
  };
}

type TaxYear = ReturnType<typeof taxYearOf>;

export function isIn({ begins, ends }: Pick<TaxYear, "begins" | "ends">, date: LondonDate | null): boolean {
  return date !== null && date >= begins && date <= ends;
}

/** Pence that a fee counts in a tax year: its value (`worthOf`), or by date of payment the amount paid. */
function countsFor(fee: Fee, basis: TaxBasis): number {
  return basis === "paid" ? moneyParts(fee).paid : worthOf(fee);
}

type Year = Pick<TaxYear, "begins" | "ends">;

/** The fees of a tax year, by the date of this basis; by date of payment, each that had one in it. */
export function feesOfYear(fees: readonly Fee[], year: Year, basis: TaxBasis): Fee[] {
  return fees.filter((fee) => partsOfYear([fee], year, basis).length > 0);
}

/** As `feesOfYear`, by date of payment with each payment of the year as a fee of its own: see `byPayment`. */
export function partsOfYear(fees: readonly Fee[], year: Year, basis: TaxBasis): Fee[] {
  const parts = basis === "paid" ? fees.flatMap(byPayment) : fees;
  return parts.filter((fee) => isIn(year, dateOf(fee, basis)));
}

/** The totals of a tax year in pence, by each of the three dates. */
export function taxTotals(fees: readonly Fee[], year: Year): Record<TaxBasis, number> {
  const total = (basis: TaxBasis) =>
    partsOfYear(fees, year, basis).reduce((all, fee) => all + countsFor(fee, basis), 0);
  return { work: total("work"), claim: total("claim"), paid: total("paid") };
}

/** A line of the totals of a tax year. */
export interface TotalLine {
  /** A payer, or the first day of a month. */
  key: string;
  fees: number;
  total: number;
  paid: number;
  /** Not claimed, waiting, or short. */
  toCome: number;
}

/**
 * Totals by payer, the highest first; fees without a payer come last.
 * @param fees of one tax year by this basis: see `partsOfYear`
 */
export function byPayer(fees: readonly Fee[], basis: TaxBasis): TotalLine[] {
  const lines = linesOf(fees, basis, ({ payer }) => payer);
  return lines.sort((one, other) => Number(one.key === "") - Number(other.key === "") || other.total - one.total);
}

/**
 * Totals by month, first to last.
 * @param fees of one tax year by this basis: see `partsOfYear`
 */
export function byMonth(fees: readonly Fee[], basis: TaxBasis): TotalLine[] {
  const lines = linesOf(fees, basis, (fee) => `${(dateOf(fee, basis) ?? "").slice(0, 7)}-01`);
  return lines.sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** The sum of all lines. */
export function totalOf(lines: readonly TotalLine[]): TotalLine {
  const add = (one: TotalLine, other: TotalLine) => ({
    key: "",
    fees: one.fees + other.fees,
    total: one.total + other.total,
    paid: one.paid + other.paid,
    toCome: one.toCome + other.toCome,
  });
  return lines.reduce(add, { key: "", fees: 0, total: 0, paid: 0, toCome: 0 });
}

function linesOf(fees: readonly Fee[], basis: TaxBasis, keyOf: (fee: Fee) => string): TotalLine[] {
  const lines = new Map<string, TotalLine>();
  const counted = new Set<string>();
  for (const fee of fees) {
    const key = keyOf(fee);
    const { paid, notClaimed, waiting, short } = moneyParts(fee);
    const isAgain = fee.whole !== undefined && counted.has(`${key} ${fee.unique_ref}`);
    counted.add(`${key} ${fee.unique_ref}`);
    const { fees: n, total, ...line } = lines.get(key) ?? { key, fees: 0, total: 0, paid: 0, toCome: 0 };
    lines.set(key, {
      ...line,
      fees: isAgain ? n : n + 1,
      total: total + countsFor(fee, basis),
      paid: line.paid + paid,
      toCome: line.toCome + notClaimed + waiting + short,
    });
  }
  return [...lines.values()];
}

/** `by date of the work`. */
export function formatBasis(basis: TaxBasis): string {
  return `by ${lowerFirst(TAX_BASES[basis])}`;
}

export function formatDays(days: number): string {
  return formatCounted(days, "day");
}
