import { poundsText } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { joinBands } from "./bands";
import type { Basis, RateBand } from "./kinds";

interface StoredRate {
  version: number;
  name: string;
  basis: Basis;
  rate_pence: number | null;
  bands: readonly RateBand[];
  bank_holidays_as_sunday: boolean;
  payer: string;
}

/** The fields of a rate's form. */
export function rateAnswersOf(rate: StoredRate): Record<string, string> {
  const rows = joinBands(rate.bands).map(({ days, from_minute, until_minute, rate_pence }, index) => [
    [`bands[${index}].days`, days],
    [`bands[${index}].from`, clockTime(from_minute)],
    [`bands[${index}].until`, clockTime(until_minute)],
    [`bands[${index}].rate`, poundsText(rate_pence)],
  ]);
  return {
    version: String(rate.version),
    name: rate.name,
    basis: rate.basis,
    rate_amount: rate.rate_pence === null ? "" : poundsText(rate.rate_pence),
    bank_holidays_as_sunday: rate.bank_holidays_as_sunday ? "yes" : "",
    payer: rate.payer,
    ...Object.fromEntries(rows.flat()),
  };
}
