import { clockTime } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";

interface When {
  case_date: string | null;
  start_at: number | null;
  end_at: number | null;
}

/** `Tue 17 Nov 2026` and `09:05 – 10:40`. */
export function formatWhen({ case_date, start_at, end_at }: When) {
  return { date: shortDate(case_date ?? ""), time: formatSpan(start_at, end_at) };
}

/** `09:05 – 10:40`, `from 09:05`, `until 10:40`. */
export function formatSpan(startAt: number | null, endAt: number | null): string {
  const [start, end] = [startAt, endAt].map((at) => (at === null ? "" : clockTime(londonMoment(at).minute)));
  return start && end ? `${start} – ${end}` : start ? `from ${start}` : end ? `until ${end}` : "";
}
