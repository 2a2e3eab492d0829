import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { timesText } from "./times";

interface Named {
  start_at: number;
  end_at: number;
  element: string | null;
}

/** `All-day orthopaedics, Tue 17 Nov 2026, 08:00 – 18:00`. */
export function sessionSentence(session: Named): string {
  const { times, ends } = timesText({ startAt: session.start_at, endAt: session.end_at });
  const date = shortDate(londonMoment(session.start_at).date);
  return [session.element, date, times, ends].filter(Boolean).join(", ");
}

/** Most characters of the message at the top of the next page. */
const LINE_MAX = 300;

/** Joins sentences in one line. A sentence that does not fit is left out whole, since its own page shows it too. */
export function inOneLine(sentences: readonly (string | null)[]): string {
  return sentences.reduce<string>((line, sentence) => {
    const longer = [line, sentence].filter(Boolean).join(/[?!]$/.test(line) ? " " : ". ");
    return longer.length > LINE_MAX ? line : longer;
  }, "");
}

/** `1 session`, `2500 sessions`. */
export function sessionCount(n: number): string {
  return formatCounted(n, "session");
}

/** `It overlaps All-day orthopaedics, Tue 17 Nov, 08:00 – 18:00, and 1 more`; null when nothing does. */
export function overlapWarning(overlapping: readonly Named[]): string | null {
  const [first, ...more] = overlapping;
  if (!first) return null;
  const { times } = timesText({ startAt: first.start_at, endAt: first.end_at });
  const when = `${shortDate(londonMoment(first.start_at).date, false)}, ${times}`;
  return `It overlaps ${first.element ?? "a session"}, ${when}${more.length > 0 ? `, and ${more.length} more` : ""}`;
}

/** `2 of them overlap other sessions`; null for none. */
export function formatOverlapCount(count: number): string | null {
  return count === 0 ? null : `${count} of them ${count === 1 ? "overlaps" : "overlap"} other sessions`;
}
