import type { Measure } from "~/diary/expected/hours";
import { showPa, withPlus } from "~/planning/job-plans/pa-rules";
import { formatCounted } from "~/platform/time/counted";
import type { ProgressWord } from "./types";

/**
 * Returns "on track" within the tolerance, a percentage of `expected`; "ahead" or "behind" up to twice that; "well
 * ahead" or "well behind" beyond.
 */
export function wordOf(balance: number, expected: number, tolerancePercent: number): ProgressWord {
  const apart = Math.abs(balance) * 100;
  const tolerance = Math.abs(expected) * tolerancePercent;
  if (apart <= tolerance) return "on track";
  const side = sideOf(balance);
  return apart <= 2 * tolerance ? side : `well ${side}`;
}

type Side = "ahead" | "behind";

/** The side of the plan on which a balance is; nothing is not behind. */
export function sideOf(balance: number): Side {
  return balance < 0 ? "behind" : "ahead";
}

/** `11.25 PA`, `45 h 30 min`: an amount without its sign. */
export function formatAmount(units: number, measure: Measure): string {
  const much = Math.abs(units);
  return measure === "pas" ? `${showPa(much)} PA` : formatHours(much);
}

/** `11.25` or `45:30` for a column of figures, with a minus sign if negative. */
export function figure(units: number, measure: Measure): string {
  if (measure === "pas") return showPa(units);
  const minutes = Math.round(units);
  const much = Math.abs(minutes);
  const text = `${Math.floor(much / 60)}:${String(much % 60).padStart(2, "0")}`;
  return minutes < 0 ? `−${text}` : text;
}

/** As `figure`, with a plus sign if positive: for balances. */
export function signedFigure(units: number, measure: Measure): string {
  return withPlus(figure(units, measure));
}

function formatHours(minutes: number): string {
  const whole = Math.round(minutes);
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** A balance in words; `formatBalance` returns null for one that is shown as zero. */
interface BalanceWords {
  side: Side;
  /** `about 1.1 weeks`; null if that rounds to zero. */
  about: string | null;
}

export function formatBalance(balance: number, weeks: number, measure: Measure): BalanceWords | null {
  if (!/[1-9]/.test(formatAmount(balance, measure))) return null;
  const about = Math.abs(weeks).toFixed(1);
  return {
    side: sideOf(balance),
    about: about === "0.0" ? null : `about ${about} ${about === "1.0" ? "week" : "weeks"}`,
  };
}

/** `You are 11.25 PA behind, about 1.1 weeks`. */
export function balanceSentence(balance: number, weeks: number, measure: Measure): string {
  const words = formatBalance(balance, weeks, measure);
  if (words === null) return "You are exactly where your plan expects you";
  const { side, about } = words;
  return [`You are ${formatAmount(balance, measure)} ${side}`, about].filter(Boolean).join(", ");
}

/**
 * `about 5 lists of 2.50`: a shortfall or surplus in lists; null for less than half a list, or without a list's length.
 */
export function formatLists(balance: number, listUnits: number | null, measure: Measure): string | null {
  if (listUnits === null || listUnits <= 0) return null;
  const lists = Math.round(Math.abs(balance) / listUnits);
  if (lists === 0) return null;
  return `about ${formatCounted(lists, "list")} of ${figure(listUnits, measure)}`;
}
