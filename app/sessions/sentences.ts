import { shortDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import { timesText } from "./times";

/** `All-day orthopaedics, Tue 17 Nov 2026, 08:00 – 18:00`. */
export function sessionSentence(session: { start_at: number; end_at: number; element: string | null }): string {
  const { times, ends } = timesText({ startAt: session.start_at, endAt: session.end_at });
  const date = shortDate(londonMoment(session.start_at).date);
  return [session.element, date, times, ends].filter(Boolean).join(", ");
}

/** `, with 3 cases`; nothing for none. */
export function withCases(cases: number): string {
  return cases === 0 ? "" : `, with ${cases} ${cases === 1 ? "case" : "cases"}`;
}
