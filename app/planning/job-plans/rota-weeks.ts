import type { Recurrence } from "./elements";

/** The longest rota that one can name weeks of. */
const MAX_ROTA_WEEKS = 26;

export const ROTA_WEEKS_MESSAGE = `Enter the weeks of a rota of up to ${MAX_ROTA_WEEKS} weeks, such as 2, 3 and 5 of 8`;

/** Weeks that are meant of each `of` weeks, counted from 1. */
interface Cycle {
  weeks: readonly number[];
  of: number;
}

/** Reads `2, 3 and 5 of 8` as it is stored, `2,3,5/8`; null for nothing, false for anything else. */
export function readRotaWeeks(typed: string): string | null | false {
  if (typed.trim() === "") return null;
  const [, list = "", last] =
    /^\s*(?:weeks?\s)?((?:\s|,|&|and\b|\d)+)(?:of|\/)\s*(\d+)(?:\s*weeks)?\s*$/i.exec(typed) ?? [];
  const of = Number(last);
  const weeks = [...new Set(list.match(/\d+/g)?.map(Number))].sort((one, other) => one - other);
  const isRota = weeks.length > 0 && weeks.every((week) => week >= 1 && week <= of) && of <= MAX_ROTA_WEEKS;
  return isRota && `${weeks.join(",")}/${of}`;
}

/** `2, 3 and 5 of 8`. */
export function formatRotaWeeks(stored: string): string {
  const [weeks = "", of] = stored.split("/");
  return `${weeks.replaceAll(",", ", ").replace(/, (\d+)$/, " and $1")} of ${of}`;
}

/** The cycle of a recurrence by weeks: every n weeks is the first of each n. */
export function cycleOf(row: { recurrence: Recurrence; rota_weeks?: string | null }): Cycle {
  if (row.recurrence !== 31) return { weeks: [1], of: row.recurrence - 10 };
  const [weeks = "", of] = (row.rota_weeks ?? "1/1").split("/");
  return { weeks: weeks.split(",").map(Number), of: Number(of) };
}
