import { shortMoney } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { formatBandDays, joinBands } from "./bands";
import type { Basis, RateBand } from "./kinds";
import { formatRate } from "./work-out";

/** What a rate pays, in a line: `£200.00 per hour`, `Per hour, by 4 time bands`. */
export function formatPrice({
  basis,
  rate_pence,
  bands,
}: {
  basis: Basis;
  rate_pence: number | null;
  bands: readonly RateBand[];
}): string {
  if (rate_pence !== null) return formatRate(basis, rate_pence);
  const count = joinBands(bands).length;
  return `Per hour, by ${count} time band${count === 1 ? "" : "s"}`;
}

/** A line a band: `Weekdays, 07:00 – 19:00: £150 an hour`. */
export function formatBand(bands: readonly RateBand[]): string[] {
  return joinBands(bands).map(({ days, from_minute, until_minute, rate_pence }) => {
    const until = until_minute === 0 ? "24:00" : clockTime(until_minute);
    return `${formatBandDays(days)}, ${clockTime(from_minute)} – ${until}: ${shortMoney(rate_pence)} an hour`;
  });
}

interface ListedRate {
  unique_ref: string;
  name: string;
  basis: Basis;
  rate_pence: number | null;
  bands: readonly RateBand[];
  active: boolean;
}

/** The rates on offer for a fee: `Weekend list (£200.00 per hour)`. */
export function rateChoices(rates: readonly ListedRate[]): { value: string; label: string }[] {
  return rates
    .filter(({ active }) => active)
    .map((rate) => ({ value: rate.unique_ref, label: `${rate.name} (${lowerFirst(formatPrice(rate))})` }));
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
