import { type BankCalendar, isPublicHoliday } from "~/platform/time/bank-holidays";
import { addDays, type LondonDate, londonInstants, londonMoment, weekday } from "~/platform/time/london";
import type { RateBand } from "./kinds";

/** A stretch of work that is paid alike; `rate_pence` is null where no band holds. */
export interface HourPiece {
  minutes: number;
  rate_pence: number | null;
}

export interface BandRate {
  bands: readonly RateBand[];
  bank_holidays_as_sunday: boolean;
}

/** Clocks go forward at 01:00 and back at 02:00: what stands before and after is another time of day. */
const CLOCK_CHANGES = [60, 120];

/**
 * The elapsed minutes of [startAt, endAt), first to last, by what an hour of them is paid; neighbours that are paid
 * alike are one. Cut at every London midnight, at the ends of bands, and where clocks may change.
 */
export function hourPieces(startAt: number, endAt: number, rate: BandRate, calendar: BankCalendar): HourPiece[] {
  const pieces: HourPiece[] = [];
  let from = startAt;
  for (const until of [...cutsBetween(startAt, endAt, rate.bands), endAt]) {
    const rate_pence = rateAt(from, rate, calendar);
    const minutes = (until - from) / 60_000;
    const last = pieces.at(-1);
    if (last && last.rate_pence === rate_pence) last.minutes += minutes;
    else pieces.push({ minutes, rate_pence });
    from = until;
  }
  return pieces;
}

/** What pieces come to: whole pence, rounded once. Time without a band is not paid. */
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
