import { lowerFirst } from "~/platform/letter-case";
import { MAX_PENCE, moneyText, shortMoney } from "~/platform/money";
import { type BankCalendar, isPublicHoliday } from "~/platform/time/bank-holidays";
import { hoursAndMinutes } from "~/platform/time/clock-time";
import { MINUTE_MS } from "~/platform/time/durations";
import { addDays, type LondonDate, londonInstants, londonMoment, weekday } from "~/platform/time/london";
import { BASES, type Basis, type RateBand } from "./kinds";

/** A period of work at one rate; `rate_pence` is null where no band applies. */
interface HourPiece {
  minutes: number;
  rate_pence: number | null;
}

interface BandRate {
  bands: readonly RateBand[];
  bank_holidays_as_sunday: boolean;
}

/** Minutes of the day at which clocks go forward (01:00) and back (02:00): the time of day jumps there. */
const CLOCK_CHANGES = [60, 120];

/**
 * Divides the elapsed minutes of [startAt, endAt) by price per hour, first to last; neighbours with the same price are
 * merged. Cut at every London midnight, at the ends of bands, and where clocks may change.
 */
export function hourPieces(startAt: number, endAt: number, rate: BandRate, calendar: BankCalendar): HourPiece[] {
  const pieces: HourPiece[] = [];
  let from = startAt;
  for (const until of [...cutsBetween(startAt, endAt, rate.bands), endAt]) {
    const rate_pence = rateAt(from, rate, calendar);
    const minutes = (until - from) / MINUTE_MS;
    const last = pieces.at(-1);
    if (last && last.rate_pence === rate_pence) last.minutes += minutes;
    else pieces.push({ minutes, rate_pence });
    from = until;
  }
  return pieces;
}

/** The pay for these pieces: whole pence, rounded once. Time without a band is not paid. */
export function piecesPence(pieces: readonly HourPiece[]): number {
  return Math.round(pieces.reduce((sum, { minutes, rate_pence }) => sum + minutes * (rate_pence ?? 0), 0) / 60);
}

function cutsBetween(startAt: number, endAt: number, bands: readonly RateBand[]): number[] {
  const ends = bands.flatMap(({ from_minute, until_minute }) => [from_minute, until_minute]);
  const edges = [...new Set([0, ...CLOCK_CHANGES, ...ends])].filter((minute) => minute < 1440);
  const cuts = datesBetween(startAt, endAt).flatMap((date) => edges.flatMap((minute) => londonInstants(date, minute)));
  const inside = cuts.filter((cut) => cut > startAt && cut < endAt);
  return [...new Set(inside)].sort((one, other) => one - other);
}

/** The dates of [startAt, endAt], first to last. */
function datesBetween(startAt: number, endAt: number): LondonDate[] {
  const dates: LondonDate[] = [];
  const last = londonMoment(endAt).date;
  for (let { date } = londonMoment(startAt); date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

function rateAt(instant: number, { bands, bank_holidays_as_sunday }: BandRate, calendar: BankCalendar): number | null {
  const { date, minute } = londonMoment(instant);
  const day = bank_holidays_as_sunday && isPublicHoliday(date, calendar) ? 7 : weekday(date);
  const band = bands.find(
    ({ weekdays, from_minute, until_minute }) =>
      weekdays.includes(day) && from_minute <= minute && minute < until_minute,
  );
  return band?.rate_pence ?? null;
}

/** The pay for a unit of work: one amount, or by time bands of the week. */
export type Terms = { basis: Basis; rate_pence: number } | BandTerms;

interface BandTerms {
  basis: "hour";
  rate_pence: null;
  bands: readonly RateBand[];
  bank_holidays_as_sunday: boolean;
}

/** How much work a fee is for, as far as it is known. */
export interface WorkSize {
  /** Null together with `end_at`. */
  start_at: number | null;
  end_at: number | null;
  /** PAs counted in units; `each` units make one PA. */
  pa: { units: number; each: number } | null;
  cases: number | null;
}

export type WorkedOut =
  | { ok: true; pence: number; words: string; warning: string | null }
  | { ok: false; field: "quantity" | "rate" | "start_time" | "amount"; problem: string };

interface Question {
  terms: Terms;
  /** Hundredths of hours, PAs, lists or cases as typed; null: taken from the work. */
  quantity: number | null;
  work: WorkSize;
  calendar: BankCalendar;
}

/** Calculates the fee of work at a rate, in whole pence, with the calculation in words. */
export function workOut(question: Question): WorkedOut {
  const { terms, quantity, work } = question;
  if (terms.rate_pence === null) return byBands(terms, question);
  if (terms.basis === "fixed") return answer(terms.rate_pence, `${moneyText(terms.rate_pence)}, a fixed amount`);
  const many = quantity === null ? quantityOf(terms.basis, work) : { count: quantity, of: 100, words: null };
  if (!many) return { ok: false, field: "quantity", problem: UNKNOWN[terms.basis] };
  const pence = Math.round((terms.rate_pence * many.count) / many.of);
  const words = many.words ?? formatUnit(terms.basis, many.count / many.of);
  return answer(pence, `${words} at ${shortMoney(terms.rate_pence)} = ${moneyText(pence)}`);
}

function byBands(terms: BandTerms, { quantity, work, calendar }: Question): WorkedOut {
  if (quantity !== null) {
    const problem = "Leave this blank: the hours of a rate with time bands come from the times of the work";
    return { ok: false, field: "quantity", problem };
  }
  if (work.start_at === null || work.end_at === null) {
    const problem = "Enter the times of the work: its rate has time bands";
    return { ok: false, field: "start_time", problem };
  }
  const pieces = hourPieces(work.start_at, work.end_at, terms, calendar);
  const paid = pieces.filter(({ rate_pence }) => rate_pence !== null);
  const unpaid = pieces.reduce((sum, piece) => sum + (piece.rate_pence === null ? piece.minutes : 0), 0);
  if (paid.length === 0)
    return {
      ok: false,
      field: "rate",
      problem: "These times are outside the time bands of this rate. Change the times, or choose another rate",
    };
  const pence = piecesPence(pieces);
  const parts = paid.map(({ minutes, rate_pence }) => `${hoursAndMinutes(minutes)} at ${shortMoney(rate_pence ?? 0)}`);
  const warning =
    unpaid === 0 ? null : `${hoursAndMinutes(unpaid)} of the work is outside the time bands and is not paid`;
  return answer(pence, `${parts.join(" + ")} = ${moneyText(pence)}`, warning);
}

function answer(pence: number, words: string, warning: string | null = null): WorkedOut {
  if (pence >= 1 && pence <= MAX_PENCE) return { ok: true, pence, words, warning };
  const problem =
    pence < 1
      ? `This comes to less than a penny (${words}). Check the rate and the number`
      : `This comes to ${moneyText(pence)}, and a fee can be ${moneyText(MAX_PENCE)} at most. Check the rate and the number`;
  return { ok: false, field: "amount", problem };
}

interface Many {
  count: number;
  of: number;
  words: string | null;
}

function quantityOf(basis: Exclude<Basis, "fixed">, { start_at, end_at, pa, cases }: WorkSize): Many | null {
  if (basis === "list") return { count: 1, of: 1, words: null };
  if (basis === "pa") return pa && { count: pa.units, of: pa.each, words: null };
  if (basis === "case") return cases ? { count: cases, of: 1, words: null } : null;
  if (start_at === null || end_at === null) return null;
  const minutes = (end_at - start_at) / MINUTE_MS;
  return { count: minutes, of: 60, words: hoursAndMinutes(minutes) };
}

const UNKNOWN: Record<Exclude<Basis, "fixed">, string> = {
  hour: "Enter how many hours, or the times of the work",
  list: "Enter how many lists",
  pa: "Enter how many PAs",
  case: "Enter how many cases",
};

function formatUnit(basis: Exclude<Basis, "fixed">, count: number): string {
  const shown = String(Math.round(count * 100) / 100);
  if (basis === "hour") return `${shown} h`;
  const noun = { list: "list", pa: "PA", case: "case" }[basis];
  return `${shown} ${noun}${count === 1 ? "" : "s"}`;
}

/** `£200.00 per hour`. */
export function formatRate(basis: Basis, ratePence: number): string {
  if (basis === "fixed") return `${moneyText(ratePence)}, a fixed amount`;
  return `${moneyText(ratePence)} ${lowerFirst(BASES[basis])}`;
}

/**
 * Shares of the prices of several procedures that one insurer pays: the highest in full, the next by half, the third by
 * a quarter.
 */
const SHARES = [1, 0.5, 0.25];

const MAX_PROCEDURES = SHARES.length;

/** Calculates the fee of several procedures for one insurer: whole pence, rounded once. */
export function severalProcedures(prices: readonly number[]): WorkedOut {
  const sorted = prices.toSorted((one, other) => other - one).slice(0, MAX_PROCEDURES);
  const pence = Math.round(sorted.reduce((sum, price, at) => sum + price * (SHARES[at] ?? 0), 0));
  const parts = sorted.map((price, at) => `${100 * (SHARES[at] ?? 0)} % of ${shortMoney(price)}`);
  return answer(pence, `${parts.join(" + ")} = ${moneyText(pence)}`);
}
