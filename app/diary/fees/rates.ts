import { lowerFirst } from "~/platform/letter-case";
import { shortMoney } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { formatCounted } from "~/platform/time/counted";
import { nameOfWeekday } from "~/platform/time/dates";
import type { RateBand } from "./kinds";
import { formatRate } from "./rate-arithmetic";
import type { RateRow } from "./table.server";

const DAY = 1440;

/** The days on which a band begins, as the form of a rate offers them: ISO weekdays, 1 Monday to 7 Sunday. */
const BAND_DAYS = {
  all: [1, 2, 3, 4, 5, 6, 7],
  weekdays: [1, 2, 3, 4, 5],
  weekend: [6, 7],
  mon: [1],
  tue: [2],
  wed: [3],
  thu: [4],
  fri: [5],
  sat: [6],
  sun: [7],
} as const satisfies Record<string, readonly number[]>;

type BandDays = keyof typeof BAND_DAYS;

const GROUPS: Partial<Record<BandDays, string>> = {
  all: "Every day",
  weekdays: "Weekdays",
  weekend: "Weekends",
};

export const BAND_DAY_KEYS = Object.keys(BAND_DAYS) as BandDays[];

export const BAND_DAY_CHOICES = BAND_DAY_KEYS.map((value) => ({ value, label: formatBandDays(value) }));

function formatBandDays(days: BandDays): string {
  return GROUPS[days] ?? nameOfWeekday(BAND_DAYS[days][0]);
}

/** A band as it is typed: an end at or before its start is on the next day. */
export interface TypedBand {
  days: BandDays;
  from_minute: number;
  until_minute: number;
  rate_pence: number;
}

/** Converts typed bands to stored ones, which never cross midnight. */
export function splitBands(typed: readonly TypedBand[]): RateBand[] {
  return typed.flatMap(({ days, from_minute, until_minute: until, rate_pence }) => {
    const weekdays = [...BAND_DAYS[days]];
    if (until > from_minute) return [{ weekdays, from_minute, until_minute: until, rate_pence }];
    const evening = { weekdays, from_minute, until_minute: DAY, rate_pence };
    if (until === 0) return [evening];
    return [evening, { weekdays: weekdays.map(dayAfter), from_minute: 0, until_minute: until, rate_pence }];
  });
}

/** Converts stored bands to typed ones: an evening and the morning that continues it become one. */
export function joinBands(bands: readonly RateBand[]): TypedBand[] {
  const left = [...bands];
  const joined: TypedBand[] = [];
  for (let band = left.shift(); band; band = left.shift()) {
    const { weekdays, from_minute, until_minute, rate_pence } = band;
    const days = daysOf(weekdays);
    const morning = until_minute === DAY ? left.findIndex((other) => continuesOvernight(band, other)) : -1;
    const until = morning === -1 ? until_minute % DAY : (left.splice(morning, 1)[0]?.until_minute ?? 0);
    if (days) joined.push({ days, from_minute, until_minute: until, rate_pence });
  }
  return joined;
}

function continuesOvernight(evening: RateBand, morning: RateBand): boolean {
  const next = evening.weekdays.map(dayAfter).sort();
  return (
    morning.from_minute === 0 &&
    morning.until_minute <= evening.from_minute &&
    morning.rate_pence === evening.rate_pence &&
    [...morning.weekdays].sort().join() === next.join()
  );
}

function daysOf(weekdays: readonly number[]): BandDays | undefined {
  const wanted = [...weekdays].sort().join();
  return BAND_DAY_KEYS.find((days) => BAND_DAYS[days].join() === wanted);
}

function dayAfter(weekday: number): number {
  return (weekday % 7) + 1;
}

/** The first overlap of two typed bands, with their indexes in the list; null when each minute has one price. */
export function bandsOverlap(typed: readonly TypedBand[]): { places: [number, number]; when: string } | null {
  for (const [second, band] of typed.entries()) {
    for (const [first, other] of typed.slice(0, second).entries()) {
      const when = sharedTime(splitBands([other]), splitBands([band]));
      if (when) return { places: [first, second], when };
    }
  }
  return null;
}

function sharedTime(some: readonly RateBand[], others: readonly RateBand[]): string | null {
  for (const one of some) {
    for (const other of others) {
      const day = one.weekdays.find((weekday) => other.weekdays.includes(weekday));
      const from = Math.max(one.from_minute, other.from_minute);
      const until = Math.min(one.until_minute, other.until_minute);
      if (day !== undefined && from < until) return `${nameOfWeekday(day)} ${clockTime(from)} to ${endTime(until)}`;
    }
  }
  return null;
}

/** `24:00` for the midnight that ends a day. */
function endTime(minute: number): string {
  return minute === DAY ? "24:00" : clockTime(minute);
}

/** The price of a rate in one line: `£200.00 per hour`, `Per hour, by 4 time bands`. */
export function formatPrice({ basis, rate_pence, bands }: Pick<RateRow, "basis" | "rate_pence" | "bands">): string {
  if (rate_pence !== null) return formatRate(basis, rate_pence);
  const count = joinBands(bands).length;
  return `Per hour, by ${formatCounted(count, "time band")}`;
}

/** One line per band: `Weekdays, 07:00 – 19:00: £150 an hour`. */
export function formatBand(bands: readonly RateBand[]): string[] {
  return joinBands(bands).map(({ days, from_minute, until_minute, rate_pence }) => {
    const until = endTime(until_minute || DAY);
    return `${formatBandDays(days)}, ${clockTime(from_minute)} – ${until}: ${shortMoney(rate_pence)} an hour`;
  });
}

/** The active rates as choices for a fee: `Weekend list (£200.00 per hour)`. */
export function rateChoices(rates: readonly RateRow[]): { value: string; label: string }[] {
  return rates
    .filter(({ active }) => active)
    .map((rate) => ({ value: rate.unique_ref, label: `${rate.name} (${lowerFirst(formatPrice(rate))})` }));
}
